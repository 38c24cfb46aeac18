/**
 * J. B. Lovins' stemmer of 1968: the longest ending whose condition holds goes, a doubled consonant is made single, and
 * endings that change with the stem are respelt. Letters name the conditions as in the paper.
 */

/** Endings by their condition. */
const ENDINGS: Readonly<Record<string, string>> = {
  A: `arizability antialness arisations arizations entialness antaneous antiality arisation arization
ativeness entations entiality entialize entiation ionalness istically itousness izability
izational ableness arizable entation entially eousness ibleness icalness ionalism ionality
ionalize iousness izations lessness ability aically alities aristic arizing ateness atingly
atively ativism encible entally entials entiate entness fulness ibility icalism icalist icality
icalize icianry ination ingness ionally isation ishness istical iteness iveness ivistic ivities
izement oidally ousness aceous alness ancial ancies ariser arized arizer atable atives efully
encies encing ential entist eously ialist iality ialize ically icance icians icists ifully ionals
ioning ionist iously istics lessly nesses oidism acies acity aical alist ality alize arial aries
arily arize aroid ately ative ators atory ehood eless elity ement enced ences ental ently fully
ially icant ician icide icism icist icity iedly ihood inate iness ional ioned ished istic ities
itous ively ivity oidal oides otide ously able ably aric ates ator eful eity ence ency eous hood
ials ians ible ibly ical iers iful ious ists less lily ness ogen ward wise yish acy aic ata ate
ese ful ial ian ics ied ier ily ist ity ium ive oid ous ae ia ic is 's s' a e i o`,
  B: `alistically izationally ationally alistic ational acious ancing ations aging alism anced ances
arity ation ingly ages ally ance ancy ants atic ions isms ying age ant ism as ly y`,
  C: `allically enting antic ented ent ish`,
  D: `ionate`,
  E: `eableness ariness elihood izable ature eness ening edly ened enly ely ene ery ed es`,
  F: `ization izers izing ized izer ary ize en`,
  G: `ication action`,
  H: `itic`,
  I: `ating idine ated`,
  J: `inism`,
  K: `arly`,
  L: `ides ide`,
  M: `ines ine`,
  N: `ings ing`,
  O: `ars`,
  P: `ies`,
  Q: `ion`,
  R: `one yl`,
  S: `on`,
  T: `or`,
  U: `um`,
  V: `us`,
  W: `s`,
  X: `ar`,
  Y: `early ealy eal ear`,
  Z: `eature`,
  AA: `ite`,
  BB: `allic als al`,
  CC: `inity`,
};

/** The conditions: least length of what is left, and how it must or must not end. */
const CONDITIONS: Readonly<Record<string, readonly [least: number, fits: RegExp]>> = {
  A: [2, /^/],
  B: [3, /^/],
  C: [4, /^/],
  D: [5, /^/],
  E: [2, /[^e]$/],
  F: [3, /[^e]$/],
  G: [3, /f$/],
  H: [2, /(?:t|ll)$/],
  I: [2, /[^oe]$/],
  J: [2, /[^ae]$/],
  K: [3, /(?:l|i|u.e)$/],
  L: [2, /(?:[^uxs]|os)$/],
  M: [2, /[^acem]$/],
  N: [3, /(?:[^s]..|.s..)$/],
  O: [2, /[li]$/],
  P: [2, /[^c]$/],
  Q: [3, /[^ln]$/],
  R: [2, /[nr]$/],
  S: [2, /(?:dr|(?:^|[^t])t)$/],
  T: [2, /(?:s|(?:^|[^o])t)$/],
  U: [2, /[lmnr]$/],
  V: [2, /c$/],
  W: [2, /[^su]$/],
  X: [2, /(?:l|i|u.e)$/],
  Y: [2, /in$/],
  Z: [2, /[^f]$/],
  AA: [2, /(?:d|f|ph|th|l|er|or|es|t)$/],
  BB: [3, /(?<!met|ryst)$/],
  CC: [2, /l$/],
};

const RESPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/iev$/, 'ief'],
  [/uct$/, 'uc'],
  [/umpt$/, 'um'],
  [/rpt$/, 'rb'],
  [/urs$/, 'ur'],
  [/istr$/, 'ister'],
  [/metr$/, 'meter'],
  [/olv$/, 'olut'],
  [/(?<![aio])ul$/, 'l'],
  [/bex$/, 'bic'],
  [/dex$/, 'dic'],
  [/pex$/, 'pic'],
  [/tex$/, 'tic'],
  [/ax$/, 'ac'],
  [/(?<![bdpt])ex$/, 'ec'],
  [/ix$/, 'ic'],
  [/lux$/, 'luc'],
  [/uad$/, 'uas'],
  [/vad$/, 'vas'],
  [/cid$/, 'cis'],
  [/lid$/, 'lis'],
  [/erid$/, 'eris'],
  [/pand$/, 'pans'],
  [/(?<!s)end$/, 'ens'],
  [/ond$/, 'ons'],
  [/lud$/, 'lus'],
  [/rud$/, 'rus'],
  [/(?<![pt])her$/, 'hes'],
  [/mit$/, 'mis'],
  [/(?<!m)ent$/, 'ens'],
  [/ert$/, 'ers'],
  [/(?<!n)et$/, 'es'],
  [/yt$/, 'ys'],
  [/yz$/, 'ys'],
];

const LONGEST = 11;
let byEnding: Map<string, readonly [number, RegExp]> | null = null;

function conditions(): Map<string, readonly [number, RegExp]> {
  if (byEnding === null) {
    byEnding = new Map();
    for (const [name, list] of Object.entries(ENDINGS)) {
      const condition = CONDITIONS[name] as readonly [number, RegExp];
      for (const ending of list.split(/\s+/)) byEnding.set(ending, condition);
    }
  }
  return byEnding;
}

function cut(word: string): string {
  const table = conditions();
  for (let size = Math.min(LONGEST, word.length); size > 0; size--) {
    const condition = table.get(word.slice(-size));
    if (condition === undefined) continue;
    const left = word.slice(0, -size);
    if (left.length >= condition[0] && condition[1].test(left)) return left;
  }
  return word;
}

export function lovins(word: string): string {
  const single = cut(word).replace(/([bdglmnprst])\1$/, '$1');
  const respelling = RESPELLINGS.find(([pattern]) => pattern.test(single));
  return respelling === undefined ? single : single.replace(respelling[0], respelling[1]);
}
