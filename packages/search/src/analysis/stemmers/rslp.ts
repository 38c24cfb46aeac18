import { GALICIAN_STEPS } from './rslp-galician.ts';
import { PORTUGUESE_STEPS } from './rslp-portuguese.ts';
import { folding } from './rules.ts';

/**
 * RSLP (V. Orengo and C. Huyck): steps of suffix rules. A step looks only at words of a least length and, if it names
 * endings, only at words with one of them; its first fitting rule is applied.
 */
export interface RslpStep {
  /** Least length of the word; 0 takes the least its rules ask for. */
  readonly min: number;
  /** Exceptions are whole words; otherwise they are endings. */
  readonly wholeWordExceptions: boolean;
  readonly endings: string;
  /** A line a rule: suffix, least length of the stem, replacement or -, exceptions. */
  readonly rules: string;
}

interface Rule {
  readonly suffix: string;
  readonly minStem: number;
  readonly replacement: string;
  readonly exceptions: readonly string[];
}

type Step = (term: string) => string;

function compile(step: RslpStep): Step {
  const rules: Rule[] = step.rules
    .trim()
    .split('\n')
    .map((line) => {
      const [suffix, min, replacement, ...exceptions] = line.split(' ');
      return {
        suffix: suffix as string,
        minStem: Number(min),
        replacement: replacement === '-' ? '' : (replacement as string),
        exceptions,
      };
    });
  const min = step.min || Math.min(...rules.map((rule) => rule.minStem + rule.suffix.length));
  const required = step.endings === '' ? [] : step.endings.split(' ');
  const excepted = (term: string, rule: Rule): boolean =>
    step.wholeWordExceptions
      ? rule.exceptions.includes(term)
      : rule.exceptions.some((ending) => term.endsWith(ending));
  return (term) => {
    if (term.length < min) return term;
    if (required.length > 0 && !required.some((ending) => term.endsWith(ending))) return term;
    for (const rule of rules) {
      if (term.length - rule.suffix.length < rule.minStem) continue;
      if (!term.endsWith(rule.suffix) || excepted(term, rule)) continue;
      return term.slice(0, term.length - rule.suffix.length) + rule.replacement;
    }
    return term;
  };
}

/** A step by name, compiled when first used. */
function steps(table: Readonly<Record<string, RslpStep>>): (name: string, term: string) => string {
  const compiled = new Map<string, Step>();
  return (name, term) => {
    let step = compiled.get(name);
    if (step === undefined) {
      step = compile(table[name] as RslpStep);
      compiled.set(name, step);
    }
    return step(term);
  };
}

const portugueseStep = steps(PORTUGUESE_STEPS);
const galicianStep = steps(GALICIAN_STEPS);

const portugueseFold = folding(
  ['àáâãäå', 'a'],
  ['ç', 'c'],
  ['èéêë', 'e'],
  ['ìíîï', 'i'],
  ['ñ', 'n'],
  ['òóôõö', 'o'],
  ['ùúûü', 'u'],
  ['ýÿ', 'y'],
);
const galicianFold = folding(['á', 'a'], ['éê', 'e'], ['í', 'i'], ['ó', 'o'], ['ú', 'u']);

export function portugueseRslp(word: string): string {
  let term = portugueseStep('Plural', word);
  for (const name of ['Adverb', 'Feminine', 'Augmentative']) term = portugueseStep(name, term);
  let stem = portugueseStep('Noun', term);
  // Noun and verb steps tell that they did nothing by an unchanged length.
  if (stem.length === term.length) {
    term = stem;
    stem = portugueseStep('Verb', term);
    if (stem.length === term.length) stem = portugueseStep('Vowel', stem);
  }
  return portugueseFold(stem);
}

export function galician(word: string): string {
  let term = word;
  for (const name of ['Plural', 'Unification', 'Adverb']) term = galicianStep(name, term);
  for (let before = ''; before.length !== term.length; ) {
    before = term;
    term = galicianStep('Augmentative', term);
  }
  let stem = galicianStep('Noun', term);
  if (stem.length === term.length) stem = galicianStep('Verb', stem);
  return galicianFold(galicianStep('Vowel', stem));
}

export const minimalPortuguese = (word: string): string => portugueseStep('Plural', word);
export const minimalGalician = (word: string): string => galicianStep('Plural', word);
