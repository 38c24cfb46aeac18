/** Estonian, as Snowball describes it (after L. Freienthal): verbs are told from nouns by their endings. */

const VOWELS = 'aeiouõäöü';
const BACK_VOWELS = 'aeiuo';
const BEFORE_KI = 'kptgbdshfšzž';
const BEFORE_GI = 'cjlmnqrvwxaeiouõäöü';
const LONG_VOWEL = /(?:aa|ee|ii|oo|uu|ää|öö|üü|õõ)$/;

/** Verbs that follow no rule: forms, then the stem. */
const VERBS =
  'joon jood joob joote joome joovad jõin jõid jõi jõime jõite joomata juuakse joodakse juua jooma>joo|saan saad saab saate saame saavad saaksin saaksid saaks saaksite saaksime sain said sai saite saime saamata saadakse saadi saama saada>saa|viin viid viib viite viime viivad viiksin viiksid viiks viiksite viiksime viisin viisite viisime viimata viiakse viidi viima viia>viima|keen keeb keed kees keeme keete keevad keeksin keeks keeksid keeksime keeksite keemata keema keeta keedakse>keesi|löön lööd lööb lööme lööte löövad lööksin lööksid lööks lööksime lööksite löömata lüüakse löödakse löödi lööma lüüa>löö|lõin lõid lõi lõime lõite>löi|loon lood loob loome loote loovad looksin looksid looks looksime looksite loomata luuakse loodi luua looma>loo|käin käib käid käis käime käite käivad käiksin käiks käiksid käiksime käiksite käimata käiakse käidi käia käima>käisi|söön sööb sööd sööme sööte söövad sööksin sööks sööksid sööksime sööksite sõin sõi sõid sõime sõite söömata süüakse söödakse söödi sööma süüa>söö|toon tood toob toote toome toovad tooksin tooksid tooks tooksite tooksime tõin tõid tõi tõime tõite toomata tuuakse toodi tooma tuua>too|võin võid võib võime võis võite võivad võiksin võiksid võiks võiksime võiksite võimata võidakse võidi võida võima>võisi|jään jääd jääb jääme jääte jäävad jääksin jääksid jääks jääksime jääksite jäime jäite jäin jäid jäi jäämata jäädakse jääda jääma jäädi>jääma|müün müüd müüb müüs müüme müüte müüvad müüksin müüksid müüks müüksime müüksite müümata müüakse müüdi müüa müüma>müüsi|loeb loen loed loeme loete loevad loeks loeksin loeksid loeksime loeksite>luge|põen põeb põed põeme põete põevad põeksin põeks põeksid põeksime põeksite>põde|laon laob laod laome laote laovad laoksin laoks laoksid laoksime laoksite>ladu|teeksin teeks teeksid teeksime teeksite teen teeb teed teeme teete teevad tegemata tehakse tehti tegema teha>tegi|näen näeb näed näeme näete näevad näeksin näeks näeksid näeksime näeksite nägemata nähakse nähti näha nägema>nägi';

let irregular: Map<string, string> | null = null;

function irregularVerbs(): Map<string, string> {
  if (irregular === null) {
    irregular = new Map();
    for (const group of VERBS.split('|')) {
      const [forms, stem] = group.split('>') as [string, string];
      for (const form of forms.split(' ')) irregular.set(form, stem);
    }
  }
  return irregular;
}

const after = (vowels: string) => (left: string) =>
  left !== '' && vowels.includes(left.at(-1) as string);
const afterVowel = after(VOWELS);
const afterBackVowel = after(BACK_VOWELS);
const afterAnyVowel = (left: string) => afterBackVowel(left) || LONG_VOWEL.test(left);

/** What to put in place of an ending, given what stands before it; null leaves the word as it is. */
type Action = (left: string) => string | null;
const drop: Action = (left) => left;
const put =
  (replacement: string): Action =>
  (left) =>
    left + replacement;
const dropIf =
  (fits: (left: string) => boolean): Action =>
  (left) =>
    fits(left) ? left : null;

/** The longest ending that fits decides, even when its action then refuses. */
function step(...groups: readonly (readonly [endings: string, action: Action])[]) {
  const table = new Map<string, Action>();
  for (const [endings, action] of groups)
    for (const ending of endings.split(' ')) table.set(ending, action);
  const longest = Math.max(...[...table.keys()].map((ending) => ending.length));
  return (term: string, region: number): string | null => {
    for (let size = Math.min(longest, term.length - region); size > 0; size--) {
      const action = table.get(term.slice(term.length - size));
      if (action !== undefined) return action(term.slice(0, term.length - size));
    }
    return null;
  };
}

const emphasis = step(
  [
    'gi',
    (left) => (left.length >= 4 && after(BEFORE_GI)(left) && !LONG_VOWEL.test(left) ? left : null),
  ],
  ['ki', (left) => (left.length >= 4 && after(BEFORE_KI)(left) ? left : null)],
);

const verb = step(
  ['nuksin nuksime nuksid nuksite ksin ksid ksime ksite mata takse dakse taks daks', drop],
  ['akse', put('a')],
  ['sime site sin', drop],
  ['me da n b', dropIf(afterVowel)],
);

const specialNoun = step(
  ['lasse last lane lasi', put('lase')],
  ['misse mist mine misi', put('mise')],
  ['lisse list line lisi', put('lise')],
);

const nounCase = step(['sse st le lt ga ks ta t s l', dropIf(afterAnyVowel)]);

const plural = step(
  ['ikkude ikke ike', put('iku')],
  ['sid', dropIf((left) => !LONG_VOWEL.test(left))],
  [
    'te',
    (left) => {
      if (left.length >= 4 && /(?:mis|las|lis)$/.test(left)) return `${left}e`;
      if (left.endsWith('t')) return null;
      return left.length >= 4 ? left : `${left}t`;
    },
  ],
  ['de d', dropIf(afterAnyVowel)],
);

const degree = step(['mai m', dropIf(afterBackVowel)], ['ma', drop]);
const iPlural = step(['i', dropIf(afterBackVowel)]);
const participle = step(['nu tu du va', drop]);
const NOUN_STEPS = [specialNoun, nounCase, plural, degree, iPlural, participle];

function firstRegion(term: string): number {
  let at = 0;
  while (at < term.length && !VOWELS.includes(term[at] as string)) at++;
  while (at < term.length && VOWELS.includes(term[at] as string)) at++;
  return at >= term.length ? term.length : at + 1;
}

export function estonian(word: string): string {
  const known = irregularVerbs().get(word);
  if (known !== undefined) return known;
  const region = firstRegion(word);
  let term = emphasis(word, region) ?? word;
  const asVerb = verb(term, region);
  if (asVerb !== null) term = asVerb;
  else for (const noun of NOUN_STEPS) term = noun(term, region) ?? term;
  return term.replace(/([kpt])\1([aeiouõäöü])$/, '$1$2');
}
