import type { FilteredText } from '../core/components.ts';
import { AnalysisError } from '../core/errors.ts';
import { OffsetMap } from '../core/offset-map.ts';

const RULE = /(.*)\s*=>\s*(.*)\s*$/;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
};

/** Each has an offset of its own, so that a short text could fill the memory. */
const MAX_SURPLUS = 2 ** 22;

/** `from => to` lines as pairs; throws on a line without an arrow or given twice. */
export function parseMappings(rules: readonly string[]): Map<string, string> {
  const map = new Map<string, string>();
  for (const rule of rules) {
    const match = RULE.exec(rule);
    if (match === null) throw new AnalysisError(`Invalid Mapping Rule : [${rule}]`);
    const from = resolveEscapes((match[1] as string).trim());
    const to = resolveEscapes((match[2] as string).trim());
    if (map.has(from)) throw new AnalysisError(`match "${from}" was already added`);
    map.set(from, to);
  }
  return map;
}

function resolveEscapes(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char !== '\\') {
      out += char;
      continue;
    }
    const next = text[++at];
    if (next === undefined) throw new AnalysisError(`Invalid escaped char in [${text}]`);
    if (next === 'u') {
      if (at + 4 >= text.length) throw new AnalysisError(`Invalid escaped char in [${text}]`);
      out += String.fromCharCode(Number.parseInt(text.slice(at + 1, at + 5), 16));
      at += 4;
      continue;
    }
    const plain = ESCAPES[next];
    if (plain === undefined) throw new AnalysisError(`Invalid escaped char in [${text}]`);
    out += plain;
  }
  return out;
}

interface TrieNode {
  value: string | undefined;
  readonly next: Map<number, TrieNode>;
}

/** Replaces the longest match at each place. */
export class MappingCharFilter {
  readonly #root: TrieNode = { value: undefined, next: new Map() };

  constructor(mappings: ReadonlyMap<string, string>) {
    for (const [from, to] of mappings) {
      let node = this.#root;
      for (let i = 0; i < from.length; i++) {
        const code = from.charCodeAt(i);
        let next = node.next.get(code);
        if (next === undefined) {
          next = { value: undefined, next: new Map() };
          node.next.set(code, next);
        }
        node = next;
      }
      node.value = to;
    }
  }

  filter(text: string, before: OffsetMap | null): FilteredText {
    const offsets = new OffsetMap(before);
    let out = '';
    let copied = 0;
    let diff = 0;
    let changed = false;
    for (let at = 0; at < text.length; ) {
      const [length, to] = this.#longest(text, at);
      if (to === undefined) {
        at++;
        continue;
      }
      changed = true;
      out += text.slice(copied, at);
      const shift = length - to.length;
      if (shift > 0) {
        diff += shift;
        offsets.add(out.length + to.length, diff);
      } else if (shift < 0) {
        if (-diff - shift > MAX_SURPLUS) {
          throw new AnalysisError(
            `mapping must not make a text longer by more than ${MAX_SURPLUS} characters`,
          );
        }
        // Every surplus character points at the end of what it replaces.
        for (let extra = 0; extra < -shift; extra++) {
          diff--;
          offsets.add(out.length + length + extra, diff);
        }
      }
      out += to;
      at += length;
      copied = at;
    }
    return changed ? { text: out + text.slice(copied), offsets } : { text, offsets: before };
  }

  #longest(text: string, start: number): [number, string | undefined] {
    let node: TrieNode | undefined = this.#root.next.get(text.charCodeAt(start));
    let length = 0;
    let value: string | undefined;
    for (let at = start + 1; node !== undefined; at++) {
      if (node.value !== undefined) {
        length = at - start;
        value = node.value;
      }
      node = at < text.length ? node.next.get(text.charCodeAt(at)) : undefined;
    }
    return [length, value];
  }
}
