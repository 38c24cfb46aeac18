import { endings, folding } from './rules.ts';

/** Light stemmers for Finnish and Hungarian. */

const isVowel = (char: string | undefined) => char !== undefined && 'aeiouy'.includes(char);

const finnishFold = folding(['äå', 'a'], ['ö', 'o']);
const finnishStep2 = endings([
  [5, 'lla tse sti ni'],
  [5, 'aa', 'a'],
]);
const finnishLong = endings([
  [8, 'nnen', 's'],
  [8, 'ntena', 's'],
  [8, 'tten eiden'],
  [6, 'neen niin seen teen inen'],
]);
const finnishMiddle = endings([
  [6, 'den', 's'],
  [6, 'ksen', 's'],
  [6, 'ssa sta lla lta tta ksi lle'],
  [5, 'na ne nei'],
  [4, 'ja ta'],
  [4, 'a'],
]);

function finnishStep1(word: string): string {
  let term = word;
  while (term.length > 8) {
    if (term.endsWith('kin')) term = term.slice(0, -3);
    else if (term.endsWith('ko')) term = term.slice(0, -2);
    else break;
  }
  return endings([[11, 'dellinen dellisuus']])(term);
}

function finnishStep3(term: string): string {
  const long = finnishLong(term);
  if (long !== term) return long;
  if (term.length > 6 && term.at(-3) === 'h' && isVowel(term.at(-2)) && term.endsWith('n')) {
    return term.slice(0, -3);
  }
  const middle = finnishMiddle(term);
  if (middle !== term) return middle;
  if (term.length > 4 && term.endsWith('n')) return term.slice(0, isVowel(term.at(-2)) ? -2 : -1);
  return term;
}

export function lightFinnish(word: string): string {
  if (word.length < 4) return word;
  let term = finnishStep3(finnishStep2(finnishStep1(finnishFold(word))));
  if (term.length > 5 && term.endsWith('hde')) term = `${term.slice(0, -3)}ksi`;
  term = endings([
    [4, 'ei at'],
    [3, 't s j e a i'],
  ])(term);
  if (term.length > 8 && /[eou]$/.test(term)) term = term.slice(0, -1);
  if (term.length > 4) {
    if (term.endsWith('i')) term = term.slice(0, -1);
    if (term.length > 4) term = term.replace(/([kpt])\1+/g, '$1');
  }
  return term;
}

const hungarianFold = folding(['á', 'a'], ['ëé', 'e'], ['í', 'i'], ['óőõö', 'o'], ['úűũûü', 'u']);

function hungarianCase(term: string): string {
  const long = endings([
    [6, 'kent'],
    [5, 'nak nek val vel ert rol ban ben bol nal nel hoz hez tol'],
  ])(term);
  if (long !== term) return long;
  if (
    term.length > 5 &&
    /[ae]l$/.test(term) &&
    !isVowel(term.at(-3)) &&
    term.at(-3) === term.at(-4)
  ) {
    return term.slice(0, -3);
  }
  const short = endings([[4, 'at et ot va ve ra re ba be ul ig']])(term);
  if (short !== term || term.length <= 4) return short;
  if (/[oe]n$/.test(term) && !isVowel(term.at(-3))) return term.slice(0, -2);
  if (/[tn]$/.test(term)) return term.slice(0, -1);
  if (/[ae]$/.test(term) && term.at(-2) === term.at(-3) && !isVowel(term.at(-2)))
    return term.slice(0, -2);
  return term;
}

function hungarianPossessive(term: string): string {
  const length = term.length;
  if (length > 6) {
    if (!isVowel(term.at(-5)) && /(?:atok|otok|etek)$/.test(term)) return term.slice(0, -4);
    if (/it[eo]k$/.test(term)) return term.slice(0, -4);
  }
  if (length > 5) {
    if (!isVowel(term.at(-4)) && /(?:unk|tok|tek)$/.test(term)) return term.slice(0, -3);
    if (isVowel(term.at(-4)) && term.endsWith('juk')) return term.slice(0, -3);
    if (term.endsWith('ink')) return term.slice(0, -3);
  }
  if (length > 4) {
    if (!isVowel(term.at(-3)) && /(?:[aeo][md]|uk)$/.test(term)) return term.slice(0, -2);
    if (isVowel(term.at(-3)) && /(?:nk|ja|je)$/.test(term)) return term.slice(0, -2);
    if (/i[mdk]$/.test(term)) return term.slice(0, -2);
  }
  if (length > 3) {
    if (/[ae]$/.test(term) && !isVowel(term.at(-2))) return term.slice(0, -1);
    if (/[md]$/.test(term) && isVowel(term.at(-2))) return term.slice(0, -1);
    if (term.endsWith('i')) return term.slice(0, -1);
  }
  return term;
}

export function lightHungarian(word: string): string {
  const term = hungarianPossessive(hungarianCase(hungarianFold(word)));
  const singular = endings([
    [4, 'ak ok ek'],
    [3, 'k'],
  ])(term);
  return endings([[3, 'a e i o']])(singular);
}
