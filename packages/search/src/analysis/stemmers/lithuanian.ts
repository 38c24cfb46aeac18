/** Lithuanian, as Snowball describes it: endings go once, then suffixes as long as any is left, both behind R1. */

const ENDINGS = new Set(
  'as ias is ys o io ui iui ą ią į u iu e yje y au i an ai iai ų ių ams am iams iam us ius ais iais uose iuose uos iuos uosna iuosna ysna asis aisi osi ųsi uisi ąsi usi esi uo a ia os ios oj oje ioje osna iosna om oms ioms omis iomis ose iose on ion ė ės ei ę ėj ėje ėms es ėmis ėse ėsna ėn aus iaus umi iumi uje iuje iau ūs ums umis un iun ies ens enio ers eniui eriai enį erį imi eniu erimi eria enyje eryje ie enie erie enys erys erų ims enims erims enis imis enimis yse enyse eryse iem iems ame iame uosi iuosi iesi asi iasi amės iamės at ate iat iate atės iatės isi im imės it ite ome ot ote ėjo ėjosi otės eisi ėsi ėm ėme ėmės ėt ėte ėtės ausi omės siu siuosi si siesi s ysis sim sime sit site čiau čiausi tum tumei tumeis tumeisi tųsi tumėm tumėme tumėmės tute tumėt tumėte tumėtės k ki kimės uoti iuoti auti iauti oti ioti ėti yti inti inėti enti telėti terėti ti ąs iąs įs tųs simės sitės kite'.split(
    ' ',
  ),
);
const SUFFIXES = new Set(
  'ing išk ėt ot uot iuot yt iuk iul ėl yl učiuk uliuk utėait ok iok sv šv zgan op iop ain ykšt ykšč esn aus iaus ias oj ioj aj iaj ąj iąj uoj iuoj iej ųj iųj ies uos iuos ais iais os ios ąs iąs dav ant iant int ėj ę ėję ęs siant dam auj jam iau am'.split(
    ' ',
  ),
);
/** Forms that would fall together with others; the longest that fits. */
const CONFLICTS: readonly (readonly [string, string])[] = [
  ['okatės', 'okatė'],
  ['ėjime', 'ėjimas'],
  ['aitės', 'aitė'],
  ['uotės', 'uotė'],
  ['asius', 'asys'],
  ['avime', 'avimas'],
  ['ojime', 'ojimas'],
  ['okate', 'okatė'],
  ['aite', 'aitė'],
  ['uote', 'uotė'],
  ['esiu', 'esys'],
];
const LONGEST = 8;
const VOWEL = 'aeiyouąęįųėū';

/** The term without the longest ending of a set that lies behind `from`; null when there is none. */
export function cutLongest(
  term: string,
  from: number,
  set: ReadonlySet<string>,
  longest: number,
): string | null {
  for (let size = Math.min(longest, term.length - from); size > 0; size--) {
    if (set.has(term.slice(term.length - size))) return term.slice(0, term.length - size);
  }
  return null;
}

function firstRegion(term: string): number {
  let at = term.startsWith('a') && term.length > 6 ? 1 : 0;
  while (at < term.length && !VOWEL.includes(term[at] as string)) at++;
  while (at < term.length && VOWEL.includes(term[at] as string)) at++;
  return at >= term.length ? term.length : at + 1;
}

function harden(term: string): string {
  if (term.endsWith('č')) return `${term.slice(0, -1)}t`;
  return term.endsWith('dž') ? term.slice(0, -1) : term;
}

export function lithuanian(word: string): string {
  const region = firstRegion(word);
  let term = word;
  const conflict = CONFLICTS.find(([form]) => term.endsWith(form));
  if (conflict !== undefined) term = term.slice(0, term.length - conflict[0].length) + conflict[1];
  term = harden(cutLongest(term, region, ENDINGS, LONGEST) ?? term);
  for (
    let next: string | null = term;
    next !== null;
    next = cutLongest(term, region, SUFFIXES, LONGEST)
  )
    term = next;
  term = harden(term);
  return term.endsWith('gd') ? term.slice(0, -1) : term;
}
