/** The node's log, in the reference's line format. */
import { writeSync } from 'node:fs';

export type LogLevel = 'INFO' | 'WARN' | 'ERROR';

export class Log {
  /** Shown in each line once the node knows its name. */
  nodeName = '';
  quiet = false;

  info(component: string, text: string): void {
    this.write('INFO', component, text);
  }

  warn(component: string, text: string): void {
    this.write('WARN', component, text);
  }

  error(component: string, text: string): void {
    this.write('ERROR', component, text);
  }

  private write(level: LogLevel, component: string, text: string): void {
    if (this.quiet) return;
    const name = component.slice(-25).padEnd(25);
    const line = `[${stamp(new Date())}][${level.padEnd(5)}][${name}] [${this.nodeName}] ${visible(text)}\n`;
    try {
      writeSync(1, line);
    } catch {
      // A log that cannot be written must not stop the node.
    }
  }
}

/** Names that clients choose must not look like lines of their own; traces may have theirs. */
function visible(text: string): string {
  return text.replace(
    /\n(?! {4}at )|[^\P{Cc}\n]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Local time with milliseconds behind a comma. */
function stamp(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, -1).replace('.', ',');
}
