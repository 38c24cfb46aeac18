/**
 * What is wrong with a JSON text, in the words of the reference's parser. Callers see two layers of
 * it: the parser's own message with its position at the end, and around it the same message with
 * the position in front.
 */
export type JsonFault = 'syntax' | 'end' | 'limit';

export interface Location {
  readonly line: number;
  readonly column: number;
}

const SOURCE = '(org.elasticsearch.common.io.stream.ByteBufferStreamInput)';

export class JsonParseError extends Error {
  override readonly name = 'JsonParseError';
  readonly fault: JsonFault;
  readonly location: Location;
  /** Without the position. */
  readonly plain: string;

  constructor(plain: string, location: Location, fault: JsonFault = 'syntax') {
    super(fault === 'limit' ? plain : `${plain}\n at ${sourceText(location)}`);
    this.plain = plain;
    this.location = location;
    this.fault = fault;
  }

  /** `[line:column] message`, as the outer exception says it. */
  get located(): string {
    return `[${this.location.line}:${this.location.column}] ${this.message}`;
  }
}

export function sourceText({ line, column }: Location): string {
  return `[Source: ${SOURCE}; line: ${line}, column: ${column}]`;
}

/** `'x' (code 120)`, or `(CTRL-CHAR, code 10)`. */
export function characterText(code: number): string {
  if (code < 32 || (code >= 0x7f && code < 0xa0)) return `(CTRL-CHAR, code ${code})`;
  const shown = `'${String.fromCodePoint(code)}' (code ${code}`;
  return code > 255 ? `${shown} / 0x${code.toString(16)})` : `${shown})`;
}
