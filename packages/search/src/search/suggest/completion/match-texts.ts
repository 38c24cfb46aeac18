/** Which suggestions of a dictionary begin as a request wants; every walk yields between blocks of terms. */
import type { FieldPostings } from '../../../index/segment/field-postings.ts';
import { entryPrefix, textEnd } from '../../../mapping/types/completion-entry.ts';
import { EditMatrix } from '../../../query/near-terms.ts';
import { editsFor } from '../../patterns/fuzzy.ts';
import { checkRegexpLength, regexpTest } from '../../patterns/term-patterns.ts';

/** Told of every term that fits, with what it has in common beyond the need. */
export type Visit = (term: number, boost: number) => void;
export type Walk = (postings: FieldPostings, visit: Visit) => Generator<void>;

export interface FuzzyOptions {
  readonly fuzziness: string;
  readonly transpositions: boolean;
  readonly minLength: number;
  readonly prefixLength: number;
}

const BLOCK = 1024;
/** Longer texts are compared as they are: the matrix of edits grows with them. */
const MOST_FUZZY = 1000;
const decoder = new TextDecoder();

export function beginningWith(paths: readonly string[]): Walk {
  return function* walk(postings, visit) {
    for (const path of outermost(paths)) {
      const [first, end] = postings.prefixRange(entryPrefix(path));
      for (let term = first; term < end; term += 1) {
        visit(term, 0);
        if (term % BLOCK === 0) yield;
      }
    }
  };
}

/** Without those that begin with another: their intervals lie within its. */
function outermost(paths: readonly string[]): string[] {
  return paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(other)));
}

export function beginningLike(paths: readonly string[], options: FuzzyOptions): Walk {
  const walks = paths.map((path) => nearWalk(path, options));
  return function* walk(postings, visit) {
    for (const one of walks) yield* one(postings, visit);
  };
}

function nearWalk(path: string, options: FuzzyOptions): Walk {
  const word = [...path];
  const edits = editsFor(options.fuzziness, word.length);
  const isComparable = word.length >= options.minLength && word.length <= MOST_FUZZY;
  if (!isComparable || edits === 0) return beginningWith([path]);
  const head = word.slice(0, options.prefixLength).join('');
  return function* walk(postings, visit) {
    const matrix = new EditMatrix(word, edits, options.transpositions);
    const [first, end] = postings.prefixRange(entryPrefix(head));
    for (let term = first, steps = 1; term < end; steps += 1) {
      if (steps % BLOCK === 0) yield;
      const bytes = postings.termBytes(term);
      const chars = [...decoder.decode(bytes.subarray(0, textEnd(bytes)))];
      const dead = matrix.feed(chars);
      if (matrix.nearestBeginning <= edits) visit(term, shared(word, chars));
      else if (dead !== undefined) {
        const [, behind] = postings.prefixRange(entryPrefix(dead));
        term = Math.max(term + 1, Math.min(end, behind));
        continue;
      }
      term += 1;
    }
  };
}

function shared(word: readonly string[], chars: readonly string[]): number {
  let length = 0;
  while (length < word.length && word[length] === chars[length]) length += 1;
  return length;
}

/** Texts of which some beginning matches the expression. */
export function beginningAs(expression: string): Walk {
  checkRegexpLength(expression);
  const test = regexpTest(`(${expression}).*`);
  return function* walk(postings, visit) {
    const { terms } = postings.meta;
    for (let term = 0; term < terms; term += 1) {
      const bytes = postings.termBytes(term);
      if (test(decoder.decode(bytes.subarray(0, textEnd(bytes))))) visit(term, 0);
      if (term % BLOCK === 0) yield;
    }
  };
}
