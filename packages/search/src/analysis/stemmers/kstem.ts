/**
 * English in the manner of R. Krovetz, "Viewing morphology as an inference process" (1993): inflections are undone so
 * that a word comes out, and a word that stands in the lexicon is left alone. His lexicon is not ours to copy; where it
 * would decide, spelling decides here, helped by short lists of the words that spelling gets wrong.
 */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Words that look inflected and are not. */
const WHOLE = words(`
  alas alias always analysis apparatus atlas axis basis bias bonus bus campus canvas census chaos chorus christmas
  circus consensus corps crisis diabetes economics emphasis ethics focus gas genesis genius gymnastics has his
  hypothesis iris its lens linguistics mathematics minus news oasis parenthesis perhaps physics plus politics proceeds
  series species statistics status surplus synthesis tennis texas this thus versus virus was yes bed bled bleed bred
  breed creed embed exceed fed feed fled freed greed heed hundred indeed infrared kindred led need proceed reed red sacred
  seed shed shred sled sped speed steed succeed wed weed wicked anything being bring ceiling cling during evening
  everything fling herring king morning nothing offspring pudding ring sibling sing sling something spring sterling sting
  string swing thing viking wing wring`);

/** Verbs of several syllables that end in e without a sign of it before. */
const ENDS_IN_E = words(`
  abide abuse accuse acquire adhere admire advise allude amuse arise arouse ascribe aspire assume
  assure atone attire baptise become beware bribe capture collide combine compare compete compile complete comprise
  compose compute conceive concede conclude confide confine confuse conspire consume convene cope create decide declare
  decline decode decompose define defuse delete delude deplore deprive deride derive describe deserve desire despise
  determine devise devote dictate dilute discipline disclose dispose dispute dissolve divide divine encode endure engage
  enquire ensure erase erode escape evade evoke examine exclude excuse execute exercise expire explode explore expose
  feature figure finance fortune gamble guide hire ignore imagine impede implore impose improve incline
  include incite increase induce inquire inscribe inspire insure intervene intrude invade invite invoke issue liberate
  line live manicure manufacture measure merge mistake notice obscure observe oppose outline overcome overtake
  paralyse partake perceive persuade picture pollute postpone precede preclude prescribe preside presume
  probe procure produce profile promise promote pronounce propose prosecute provide provoke pursue queue reconcile recline
  recite reduce refine refuse refute relate release relieve remake remove repose reproduce require reprove rescue resemble
  reside resolve resume retire retrieve reuse revere reverse revise revive revoke rewrite ridicule rupture salute
  schedule secede secure seduce separate serve shape silence snooze solve store structure subscribe subside suppose survive
  telephone tolerate torture transcribe translate transpire treasure unite update upgrade utilise value venture volume
  welcome whole wholesale`);

/** Verbs that end in a double letter of their own. */
const DOUBLED = /(?:ss|ll|ff|zz)$/;
const SINGLE_L = words(
  'appal cancel channel compel control counsel dispel equal excel expel fuel fulfil grovel impel initial instal jewel label level marvel model panel pedal pencil propel quarrel rebel refuel repel signal snorkel spiral stencil total towel travel tunnel',
);
const HAS_VOWEL = /[aeiouy]/;
/** One syllable of consonant, vowel, consonant: the e is missing (`hoping`, `bored`). */
const SHORT = /^[^aeiouy]*[aeiouy][^aeiouwxy]$/;
/** Ends that hardly any verb has without its e. */
const LACKS_E = /(?:[^aeioulr]l|[iuy]z|[^eo]at|[vucs]|[aeiourd]g|[lnr]s|ss?ur|tur)$/;
/** Of those in -ng, these have one. */
const NGE = words(
  'arrange avenge binge challenge change cringe derange estrange exchange expunge fringe hinge impinge infringe interchange lounge lunge orange plunge range rearrange revenge scavenge singe sponge syringe tinge',
);
/** Nouns in -ie. */
const IE = words(
  'birdie bookie calorie collie cookie genie laddie movie pixie prairie rookie selfie smoothie zombie',
);

const known = (stem: string): boolean => ENDS_IN_E.has(`${stem}e`);

/** The verb of which `stem` is left when -ed or -ing is off. */
function restored(stem: string): string {
  if (known(stem)) return `${stem}e`;
  const last = stem.at(-1) as string;
  if (last === stem.at(-2) && !/[aeiou]/.test(last)) {
    const single = stem.slice(0, -1);
    return DOUBLED.test(stem) && !SINGLE_L.has(single) ? stem : single;
  }
  if (SHORT.test(stem) && stem.length > 2) return `${stem}e`;
  return LACKS_E.test(stem) || NGE.has(`${stem}e`) ? `${stem}e` : stem;
}

function singular(word: string): string {
  if (!word.endsWith('s') || word.length <= 3) return word;
  const withoutS = word.slice(0, -1);
  if (word.endsWith('ies')) {
    return word.length <= 4 || IE.has(withoutS) ? withoutS : `${word.slice(0, -3)}y`;
  }
  if (
    /(?:ss|sh|ch|x|zz|[^aeiou]o)es$/.test(word) &&
    !/(?:[sh]hoes|aches|^t?oes|foes|[chw]oes)$/.test(word)
  ) {
    return word.slice(0, -2);
  }
  if (WHOLE.has(word.slice(0, -2))) return word.slice(0, -2);
  if (/(?:ss|ous|us|is)$/.test(word)) return word;
  return word.slice(0, -1);
}

function present(word: string): string {
  if (word.endsWith('ied')) return word.length <= 4 ? word.slice(0, -1) : `${word.slice(0, -3)}y`;
  const match = /^(.+)(?:ed|ing)$/.exec(word);
  const stem = match?.[1];
  if (stem === 'us') return 'use';
  if (stem === undefined || stem.length < 2 || !HAS_VOWEL.test(stem)) return word;
  if (word.endsWith('eed')) return /(?:gr|ant|fer|cr|ss)eed$/.test(word) ? word.slice(0, -1) : word;
  if (/^[^aeiou]ying$/.test(word) && /^[dltv]/.test(word)) return `${word[0]}ie`;
  return restored(stem);
}

/** `-ly` and `-ness`, off adjectives that show themselves by their end. */
function adjective(word: string): string {
  if (/.{3}iness$/.test(word)) return `${word.slice(0, -5)}y`;
  if (/.{4}ness$/.test(word)) return word.slice(0, -4);
  if (/.{2}ically$/.test(word)) return word.slice(0, -4);
  if (/.(?:al|ous|ive|ful|ent|ant|ate|ic|ing|ed|less|ish)ly$/.test(word)) return word.slice(0, -2);
  return word;
}

const MAX_LENGTH = 50;

export function kstem(term: string): string {
  if (term.length < 3 || term.length >= MAX_LENGTH || !/^[a-z]+$/.test(term)) return term;
  if (WHOLE.has(term)) return term;
  const base = singular(term);
  if (WHOLE.has(base)) return base;
  const verb = present(base);
  return verb === base ? adjective(base) : verb;
}
