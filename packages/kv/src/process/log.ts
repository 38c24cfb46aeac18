/** The server's log, in the reference's line format: "pid:role date time level message". */
import { appendFileSync, writeSync } from 'node:fs';

export type LogLevel = 'debug' | 'verbose' | 'notice' | 'warning' | 'nothing';
const ORDER: readonly LogLevel[] = ['debug', 'verbose', 'notice', 'warning', 'nothing'];
const MARKS = '.-*#';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export class Log {
  level: LogLevel = 'notice';
  /** Empty for standard output. */
  file = '';
  /** C child, X sentinel, S replica, M primary. */
  role: 'C' | 'X' | 'S' | 'M' = 'M';

  private write(level: LogLevel, text: string): void {
    const rank = ORDER.indexOf(level);
    if (rank < ORDER.indexOf(this.level)) return;
    const line = `${process.pid}:${this.role} ${stamp(new Date())} ${MARKS[rank]} ${text}\n`;
    try {
      if (this.file === '') writeSync(1, line);
      else appendFileSync(this.file, line);
    } catch {
      // A log that cannot be written must not stop the server.
    }
  }

  debug(text: string): void {
    this.write('debug', text);
  }

  verbose(text: string): void {
    this.write('verbose', text);
  }

  notice(text: string): void {
    this.write('notice', text);
  }

  warning(text: string): void {
    this.write('warning', text);
  }

  /** A line without prefix, for the start-up banner. */
  raw(text: string): void {
    try {
      if (this.file === '') writeSync(1, `${text}\n`);
      else appendFileSync(this.file, `${text}\n`);
    } catch {
      // As above.
    }
  }
}

function stamp(d: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const time = `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;
  const ms = String(d.getMilliseconds()).padStart(3, '0');
  return `${two(d.getDate())} ${MONTHS[d.getMonth()]} ${d.getFullYear()} ${time}.${ms}`;
}
