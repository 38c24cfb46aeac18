import { AnalysisError } from '../core/errors.ts';
import { TokenFilter, type TokenStream } from '../core/stream.ts';

export type PayloadEncoder = (text: string) => Uint8Array;

function fourBytes(write: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(4);
  write(new DataView(bytes.buffer));
  return bytes;
}

const FLOAT = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?\s*$/;
const INTEGER = /^[+-]?\d{1,10}$/;

function numeric(text: string, form: RegExp): number {
  if (form.test(text)) return Number.parseFloat(text);
  throw new AnalysisError(`For input string: "${text}"`, 'number_format_exception');
}

/** Payload encodings by name; numbers are big-endian. */
const ENCODERS: Readonly<Record<string, PayloadEncoder>> = {
  float: (text) => fourBytes((view) => view.setFloat32(0, numeric(text, FLOAT))),
  int: (text) => fourBytes((view) => view.setInt32(0, numeric(text, INTEGER))),
  identity: (text) => new TextEncoder().encode(text),
};

export function payloadEncoder(name: string): PayloadEncoder {
  const encoder = ENCODERS[name];
  if (encoder === undefined) throw new AnalysisError(`Unsupported encoding [${name}]`);
  return encoder;
}

/** The type of a token as its payload. */
export class TypeAsPayloadFilter extends TokenFilter {
  override next(): boolean {
    if (!this.input.next()) return false;
    const { token } = this;
    token.payload = token.type === '' ? null : new TextEncoder().encode(token.type);
    return true;
  }
}

/** `term|payload`: the last delimiter splits them. */
export class DelimitedPayloadFilter extends TokenFilter {
  readonly #delimiter: string;
  readonly #encode: PayloadEncoder;

  constructor(input: TokenStream, delimiter: string, encode: PayloadEncoder) {
    super(input);
    this.#delimiter = delimiter;
    this.#encode = encode;
  }

  override next(): boolean {
    if (!this.input.next()) return false;
    const token = this.token;
    const at = token.term.indexOf(this.#delimiter);
    if (at < 0) {
      token.payload = null;
      return true;
    }
    const text = token.term.slice(at + this.#delimiter.length);
    token.payload = text === '' ? null : this.#encode(text);
    token.term = token.term.slice(0, at);
    return true;
  }
}
