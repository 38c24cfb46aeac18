/**
 * Light stemmers are lists of endings. A rule says: a term longer than `longerThan` that ends in one of `endings`
 * (separated by spaces) ends in `replacement` instead. Of a list, the first rule that fits is applied.
 */
export type EndingRule = readonly [longerThan: number, endings: string, replacement?: string];

export type EndingTable = (term: string) => string;

interface Compiled {
  readonly longerThan: number;
  readonly ending: string;
  readonly replacement: string;
}

/** A function that applies the first fitting rule; the term itself comes back when none fits. */
export function endings(rules: readonly EndingRule[]): EndingTable {
  const compiled: Compiled[] = rules.flatMap(([longerThan, list, replacement = '']) =>
    list.split(' ').map((ending) => ({ longerThan, ending, replacement })),
  );
  return (term) => {
    for (const { longerThan, ending, replacement } of compiled) {
      if (term.length > longerThan && term.endsWith(ending)) {
        return term.slice(0, term.length - ending.length) + replacement;
      }
    }
    return term;
  };
}

/** Characters replaced one by one: `['àáâ', 'a']` makes each of the first the second. */
export function folding(...pairs: readonly (readonly [from: string, to: string])[]): EndingTable {
  const map = new Map<string, string>();
  for (const [from, to] of pairs) for (const char of from) map.set(char, to);
  const pattern = new RegExp(`[${[...map.keys()].join('')}]`, 'gu');
  return (term) => term.replace(pattern, (char) => map.get(char) as string);
}

/** Functions one after the other. */
export function inTurn(...steps: readonly EndingTable[]): EndingTable {
  return (term) => steps.reduce((current, step) => step(current), term);
}

/** Only for terms of at least so many characters. */
export function fromLength(length: number, stem: EndingTable): EndingTable {
  return (term) => (term.length < length ? term : stem(term));
}
