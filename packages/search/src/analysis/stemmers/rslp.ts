/**
 * Stemmers made of steps, after V. Orengo and C. Huyck, "A stemming algorithm for the Portuguese language" (2001). A
 * step is a list of endings in order; the first that fits is replaced and the step is over. A line of a step reads
 * `ending least-stem replacement ! exceptions`, the replacement and the exceptions being optional.
 */
export interface StepOptions {
  /** Words shorter than this pass unchanged. */
  readonly minLength?: number;
  /** One of these must end the word. */
  readonly ends?: readonly string[];
  /** Exceptions are whole words; otherwise they are ends of words. */
  readonly wholeWords?: boolean;
}

interface Rule {
  readonly ending: string;
  readonly minStem: number;
  readonly replacement: string;
  readonly exceptions: readonly string[];
}

export type Step = (word: string) => string;

export function step(lines: string, options: StepOptions = {}): Step {
  const rules = lines.trim().split('\n').map(parseRule);
  const { minLength = 0, ends, wholeWords = false } = options;
  return (word) => {
    if (word.length < minLength) return word;
    if (ends !== undefined && !ends.some((end) => word.endsWith(end))) return word;
    const rule = rules.find(
      ({ ending, minStem, exceptions }) =>
        word.endsWith(ending) &&
        word.length - ending.length >= minStem &&
        !exceptions.some((known) => (wholeWords ? word === known : word.endsWith(known))),
    );
    if (rule === undefined) return word;
    return word.slice(0, word.length - rule.ending.length) + rule.replacement;
  };
}

function parseRule(line: string): Rule {
  const [left = '', right = ''] = line.split('!');
  const [ending = '', minStem = '0', replacement = ''] = left.trim().split(/\s+/);
  return {
    ending,
    minStem: Number(minStem),
    replacement,
    exceptions: right.split(' ').filter((word) => word !== ''),
  };
}

/** Letters without their marks. */
export function withoutMarks(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '');
}
