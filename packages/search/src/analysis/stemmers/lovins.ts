/**
 * The English stemmer of Julie Beth Lovins, after the tables of her paper ("Development of a stemming algorithm",
 * Mechanical Translation 11, 1968): the longest ending whose condition the rest fulfils is cut off, a double
 * consonant is made single, and one respelling is applied to what is left.
 */
type Condition = (stem: string) => boolean;

const from =
  (length: number): Condition =>
  (stem) =>
    stem.length >= length;
const after = (letters: string): Condition => {
  const list = letters.split(' ');
  return (stem) => list.some((end) => stem.endsWith(end));
};
const notAfter = (letters: string): Condition => {
  const test = after(letters);
  return (stem) => !test(stem);
};
const both =
  (one: Condition, other: Condition): Condition =>
  (stem) =>
    one(stem) && other(stem);
const afterUe = (stem: string): boolean => /(?:[li]|u.e)$/.test(stem);

/** Appendix B: what must be left for an ending to be cut off, beside two letters. */
const CONDITIONS: Readonly<Record<string, Condition>> = {
  A: () => true,
  B: from(3),
  C: from(4),
  D: from(5),
  E: notAfter('e'),
  F: both(from(3), notAfter('e')),
  G: both(from(3), after('f')),
  H: after('t ll'),
  I: notAfter('o e'),
  J: notAfter('a e'),
  K: both(from(3), afterUe),
  L: (stem) => !/(?:[ux]|(?<!o)s)$/.test(stem),
  M: notAfter('a c e m'),
  N: (stem) => stem.length >= (stem.at(-3) === 's' ? 4 : 3),
  O: after('l i'),
  P: notAfter('c'),
  Q: both(from(3), notAfter('l n')),
  R: after('n r'),
  S: (stem) => /(?:dr|(?<!t)t)$/.test(stem),
  T: (stem) => /(?:s|(?<!o)t)$/.test(stem),
  U: after('l m n r'),
  V: after('c'),
  W: notAfter('s u'),
  X: afterUe,
  Y: after('in'),
  Z: notAfter('f'),
  AA: after('d f ph th l er or es t'),
  BB: both(from(3), notAfter('met ryst')),
  CC: after('l'),
};

/** Appendix A: the endings, by their condition. */
const ENDINGS: Readonly<Record<string, string>> = {
  A: `arizability antialness arisations arizations entialness antaneous antiality arisation arization ativeness
    entations entiality entialize entiation ionalness istically itousness izability izational ableness arizable
    entation entially eousness ibleness icalness ionalism ionality ionalize iousness izations lessness ability
    aically alities aristic arizing ateness atingly atively ativism encible entally entials entiate entness
    fulness ibility icalism icalist icality icalize icianry ination ingness ionally isation ishness istical
    iteness iveness ivistic ivities izement oidally ousness aceous alness ancial ancies ariser arized arizer
    atable atives efully encies encing ential entist eously ialist iality ialize ically icance icians icists
    ifully ionals ioning ionist iously istics lessly nesses oidism acies acity aical alist ality alize arial
    aries arily arize aroid ately ative ators atory ehood eless elity ement enced ences ental ently fully ially
    icant ician icide icism icist icity iedly ihood inate iness ional ioned ished istic ities itous ively ivity
    oidal oides otide ously able ably aric ates ator eful eity ence ency eous hood ials ians ible ibly ical iers
    iful ious ists less lily ness ogen ward wise yish acy aic ata ate ese ful ial ian ics ied ier ily ist ity ium
    ive oid ous ae ia ic is s' 's a e i o`,
  B: `alistically izationally ationally alistic ational acious ancing ations aging alism anced ances arity ation
    ingly ages ally ance ancy ants atic ions isms ying age ant ism as ly y`,
  C: 'allically enting antic ented ent ish',
  D: 'ionate',
  E: 'eableness ariness elihood izable ature eness ening edly ened enly ely ene ery ed es',
  F: 'ization izers izing ized izer ary ize en',
  G: 'ication action',
  H: 'itic',
  I: 'ating idine ated',
  J: 'inism',
  K: 'arly',
  L: 'ides ide',
  M: 'ines ine',
  N: 'ings ing',
  O: 'ars',
  P: 'ies',
  Q: 'ion',
  R: 'one yl',
  S: 'on',
  T: 'or',
  U: 'um',
  V: 'us',
  W: 's',
  X: 'ar',
  Y: 'early ealy eal ear',
  Z: 'eature',
  AA: 'ite',
  BB: 'allic als al',
  CC: 'inity',
};

const BY_ENDING = new Map(
  Object.entries(ENDINGS).flatMap(([code, list]) =>
    list.split(/\s+/).map((ending) => [ending, CONDITIONS[code] as Condition] as const),
  ),
);
const LONGEST = 11;

/** Appendix C from its second rule on: an end, what it becomes, and what may not stand before it. */
const RESPELLINGS: readonly (readonly [from: string, to: string, notAfter?: string])[] = [
  ['iev', 'ief'],
  ['uct', 'uc'],
  ['umpt', 'um'],
  ['rpt', 'rb'],
  ['urs', 'ur'],
  ['istr', 'ister'],
  ['metr', 'meter'],
  ['olv', 'olut'],
  ['ul', 'l', 'aoi'],
  ['bex', 'bic'],
  ['dex', 'dic'],
  ['pex', 'pic'],
  ['tex', 'tic'],
  ['ax', 'ac'],
  ['ex', 'ec'],
  ['ix', 'ic'],
  ['lux', 'luc'],
  ['uad', 'uas'],
  ['vad', 'vas'],
  ['cid', 'cis'],
  ['lid', 'lis'],
  ['erid', 'eris'],
  ['pand', 'pans'],
  ['end', 'ens', 's'],
  ['ond', 'ons'],
  ['lud', 'lus'],
  ['rud', 'rus'],
  ['her', 'hes', 'pt'],
  ['mit', 'mis'],
  ['ent', 'ens', 'm'],
  ['ert', 'ers'],
  ['et', 'es', 'n'],
  ['yt', 'ys'],
  ['yz', 'ys'],
];

function withoutEnding(term: string): string {
  for (let length = Math.min(LONGEST, term.length - 2); length > 0; length -= 1) {
    const stem = term.slice(0, -length);
    if (BY_ENDING.get(term.slice(-length))?.(stem)) return stem;
  }
  return term;
}

export function lovins(term: string): string {
  const stem = withoutEnding(term).replace(/([bdglmnprst])\1$/, '$1');
  for (const [end, instead, forbidden] of RESPELLINGS) {
    if (!stem.endsWith(end)) continue;
    const rest = stem.slice(0, -end.length);
    const before = rest.at(-1);
    if (before !== undefined && forbidden?.includes(before)) continue;
    return rest + instead;
  }
  return stem;
}
