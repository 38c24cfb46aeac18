/**
 * A suggestion as a term of its field's dictionary: the analysed text, a zero byte, the weight in four
 * bytes, the input, a zero byte, its contexts. Whatever begins like a text is one interval of terms, and
 * the weight is read off the bytes without decoding anything.
 */

/** Values by context, as they are compared with those of a request. */
export type EntryContexts = Readonly<Record<string, readonly string[]>>;

export interface CompletionEntry {
  readonly input: string;
  readonly weight: number;
  readonly contexts: EntryContexts;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const WEIGHT_BYTES = 4;

/** The beginning of all terms whose text starts with `path`. */
export function entryPrefix(path: string): Uint8Array {
  return encoder.encode(path.replaceAll('\0', ''));
}

export function encodeEntry(path: string, entry: CompletionEntry): Uint8Array {
  const { input, weight, contexts } = entry;
  const head = entryPrefix(path);
  const tail = Object.keys(contexts).length === 0 ? '' : JSON.stringify(contexts);
  const rest = encoder.encode(`${input}\0${tail}`);
  const bytes = new Uint8Array(head.length + 1 + WEIGHT_BYTES + rest.length);
  bytes.set(head);
  new DataView(bytes.buffer).setUint32(head.length + 1, weight);
  bytes.set(rest, head.length + 1 + WEIGHT_BYTES);
  return bytes;
}

/** Where the text ends in a term. */
export function textEnd(term: Uint8Array): number {
  return term.indexOf(0);
}

/** `end`: what `textEnd` says. */
export function entryWeight(term: Uint8Array, end: number): number {
  return (
    (term[end + 1] as number) * 2 ** 24 +
    (((term[end + 2] as number) << 16) |
      ((term[end + 3] as number) << 8) |
      (term[end + 4] as number))
  );
}

export function decodeEntry(term: Uint8Array): CompletionEntry {
  const end = textEnd(term);
  // Contexts are JSON, which has no zero bytes.
  const last = term.lastIndexOf(0);
  const tail = decoder.decode(term.subarray(last + 1));
  return {
    input: decoder.decode(term.subarray(end + 1 + WEIGHT_BYTES, last)),
    weight: entryWeight(term, end),
    contexts: tail === '' ? {} : (JSON.parse(tail) as EntryContexts),
  };
}
