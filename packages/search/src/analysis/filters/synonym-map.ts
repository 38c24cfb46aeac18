import { AnalysisError } from '../core/errors.ts';

/** What an input of rules becomes. */
export class SynonymNode {
  readonly next = new Map<string, SynonymNode>();
  includeOriginal = false;
  isEntry = false;
  /** Shared by the inputs of a rule: a row of n equal words must not cost n times n. */
  readonly #rules: { readonly outputs: readonly string[][]; readonly but: string[] | null }[] = [];
  #outputs: readonly string[][] | null = null;

  add(outputs: readonly string[][], but: string[] | null): void {
    this.#rules.push({ outputs, but });
    this.#outputs = null;
  }

  /** The alternatives, each a list of words and each once. */
  get outputs(): readonly string[][] {
    if (this.#outputs !== null) return this.#outputs;
    const found = new Map<string, string[]>();
    for (const { outputs, but } of this.#rules) {
      for (const words of outputs) {
        const key = words.join('\u0000');
        if (words !== but && !found.has(key)) found.set(key, words);
      }
    }
    this.#outputs = [...found.values()];
    return this.#outputs;
  }
}

/** Synonym rules as a trie over words. */
export class SynonymMap {
  readonly root = new SynonymNode();

  get isEmpty(): boolean {
    return this.root.next.size === 0;
  }

  /** `input` becomes each of the outputs; of a row of equal words, each but itself. */
  add(input: string[], outputs: readonly string[][], isOneOfThem: boolean): void {
    if (outputs.length === (isOneOfThem ? 1 : 0)) return;
    let node = this.root;
    for (const word of input) {
      let next = node.next.get(word);
      if (next === undefined) {
        next = new SynonymNode();
        node.next.set(word, next);
      }
      node = next;
    }
    node.isEntry = true;
    node.includeOriginal ||= isOneOfThem;
    node.add(outputs, isOneOfThem ? input : null);
  }
}

/** Turns the text of a synonym into words; an empty list when analysis leaves nothing. */
export type AnalyzeSynonym = (text: string) => string[];

export interface SynonymParserOptions {
  readonly expand: boolean;
  readonly lenient: boolean;
  readonly analyze: AnalyzeSynonym;
}

/** The rules of `lines` as a map; errors name the line unless `lenient`. */
export function parseSynonyms(
  lines: readonly string[],
  format: string,
  options: SynonymParserOptions,
): SynonymMap {
  const map = new SynonymMap();
  if (format === 'wordnet') parseWordnet(lines, map, options);
  else parseSolr(lines, map, options);
  return map;
}

/** Splits at a separator, but not where a backslash stands before it. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < text.length; ) {
    if (text.startsWith(separator, at)) {
      parts.push(part);
      part = '';
      at += separator.length;
    } else if (text[at] === '\\' && at + 1 < text.length) {
      part += text.slice(at, at + 2);
      at += 2;
    } else {
      part += text[at];
      at++;
    }
  }
  parts.push(part);
  return parts;
}

const resolveEscapes = (text: string) => text.replace(/\\(.)/g, '$1');

function analyzeAll(
  texts: readonly string[],
  line: number,
  options: SynonymParserOptions,
): string[][] {
  const result: string[][] = [];
  for (const text of texts) {
    const words = options.analyze(resolveEscapes(text).trim());
    if (words.length === 0) {
      if (options.lenient) continue;
      throw new AnalysisError(`Invalid synonym rule at line ${line}`, 'parse_exception');
    }
    result.push(words);
  }
  return result;
}

function parseSolr(lines: readonly string[], map: SynonymMap, options: SynonymParserOptions): void {
  lines.forEach((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return;
    const number = index + 1;
    const sides = split(line, '=>');
    if (sides.length > 2) {
      throw new AnalysisError(`Invalid synonym rule at line ${number}`, 'parse_exception');
    }
    const inputs = analyzeAll(split(sides[0] as string, ','), number, options);
    if (sides.length === 2) {
      const outputs = analyzeAll(split(sides[1] as string, ','), number, options);
      for (const input of inputs) map.add(input, outputs, false);
    } else addEqual(map, inputs, options.expand);
  });
}

/** Equal words: each stands for every other one, or all become the first. */
function addEqual(map: SynonymMap, words: readonly string[][], expand: boolean): void {
  const outputs = expand ? words : words.slice(0, 1);
  for (const input of words) map.add(input, outputs, expand);
}

/** Lines `s(100000001,1,'abstain',v,1,0).`; those with one number belong together. */
function parseWordnet(
  lines: readonly string[],
  map: SynonymMap,
  options: SynonymParserOptions,
): void {
  let group = '';
  let members: string[] = [];
  const flush = (line: number): void => {
    if (members.length > 1) addEqual(map, analyzeAll(members, line, options), options.expand);
    members = [];
  };
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    const match = /^s\((\d+),\d+,'(.*)',/.exec(line);
    if (match === null) {
      if (options.lenient) return;
      throw new AnalysisError(`Invalid synonym rule at line ${index + 1}`, 'parse_exception');
    }
    if (match[1] !== group) {
      flush(index);
      group = match[1] as string;
    }
    members.push((match[2] as string).replaceAll("''", "'"));
  });
  flush(lines.length);
}
