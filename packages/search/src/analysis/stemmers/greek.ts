import { type EndingRule, endings } from './rules.ts';

/**
 * Greek, after G. Ntais: a row of steps, each of which cuts endings and, where what is left is one of its exceptions,
 * puts a part of the ending back. Terms are in small letters without accents, final sigma as sigma.
 */
interface Step {
  /** Cut first, whatever is left. */
  readonly before?: readonly EndingRule[];
  readonly cut: readonly EndingRule[];
  readonly back: string;
  /** What is left, as a whole. */
  readonly words?: string;
  /** How what is left ends. */
  readonly ends?: string;
  readonly vowels?: string;
}

const VOWELS = 'αεηιουω';
const VOWELS_WITHOUT_Y = 'αεηιοω';

const irregular = endings([
  [9, 'καθεστωτοσ καθεστωτων', 'καθεστ'],
  [8, 'γεγονοτοσ γεγονοτων', 'γεγον'],
  [8, 'καθεστωτα', 'καθεστ'],
  [7, 'τατογιου τατογιων', 'τατο'],
  [7, 'γεγονοτα', 'γεγον'],
  [7, 'καθεστωσ', 'καθεστ'],
  [6, 'σκαγιου', 'σκα'],
  [0, 'σκαγιων', 'σκα'],
  [0, 'ολογιου ολογιων', 'ολο'],
  [0, 'κρεατοσ κρεατων', 'κρε'],
  [0, 'περατοσ περατων', 'περ'],
  [0, 'τερατοσ τερατων', 'τερ'],
  [6, 'τατογια', 'τατο'],
  [6, 'γεγονοσ', 'γεγον'],
  [5, 'φαγιου φαγιων', 'φα'],
  [5, 'σογιου σογιων', 'σο'],
  [5, 'σκαγια', 'σκα'],
  [5, 'ολογια', 'ολο'],
  [5, 'κρεατα', 'κρε'],
  [5, 'περατα', 'περ'],
  [5, 'τερατα', 'τερ'],
  [4, 'φαγια', 'φα'],
  [4, 'σογια', 'σο'],
  [4, 'φωτοσ φωτων', 'φω'],
  [4, 'κρεασ', 'κρε'],
  [4, 'περασ', 'περ'],
  [4, 'τερασ', 'τερ'],
  [3, 'φωτα', 'φω'],
  [2, 'φωσ', 'φω'],
]);

const FEMININE_KEPT = 'οκ μαμ μαν μπαμπ πατερ γιαγι νταντ κυρ θει πεθερ'.split(' ');

const PLURALS: readonly Step[] = [
  { cut: [[4, 'εδεσ εδων']], back: 'εδ', ends: 'οπ ιπ εμπ υπ γηπ δαπ κρασπ μιλ' },
  {
    cut: [[5, 'ουδεσ ουδων']],
    back: 'ουδ',
    ends: 'αρκ καλιακ πεταλ λιχ πλεξ σκ σ φλ φρ βελ λουλ χν σπ τραγ φε',
  },
  { cut: [[3, 'εωσ εων']], back: 'ε', words: 'θ δ ελ γαλ ν π ιδ παρ' },
  {
    cut: [
      [2, 'ια'],
      [3, 'ιου ιων'],
    ],
    back: 'ι',
    vowels: VOWELS,
  },
  {
    cut: [
      [3, 'ικα ικο'],
      [4, 'ικου ικων'],
    ],
    back: 'ικ',
    vowels: VOWELS,
    words:
      'αλ αδ ενδ αμαν αμμοχαλ ηθ ανηθ αντιδ φυσ βρωμ γερ εξωδ καλπ καλλιν καταδ μουλ μπαν μπαγιατ μπολ μποσ νιτ ξικ συνομηλ πετσ πιτσ πικαντ πλιατσ ποστελν πρωτοδ σερτ συναδ τσαμ υποδ φιλον φυλοδ χασ',
  },
];

const FIRST_PERSON: Step = {
  before: [
    [7, 'ηθηκαμε'],
    [6, 'ουσαμε'],
    [5, 'αγαμε ησαμε ηκαμε'],
  ],
  cut: [[3, 'αμε']],
  back: 'αμ',
  words: 'αναπ αποθ αποκ αποστ βουβ ξεθ ουλ πεθ πικρ ποτ σιχ χ',
};

const THIRD_PERSON: Step = {
  cut: [[3, 'ανε']],
  back: 'αν',
  vowels: VOWELS_WITHOUT_Y,
  words:
    'βετερ βουλκ βραχμ γ δραδουμ θ καλπουζ καστελ κορμορ λαοπλ μωαμεθ μ μουσουλμ ν ουλ π πελεκ πλ πολισ πορτολ σαρακατσ σουλτ τσαρλατ ορφ τσιγγ τσοπ φωτοστεφ χ ψυχοπλ αγ γαλ γερ δεκ διπλ αμερικαν ουρ πιθ πουριτ σ ζωντ ικ καστ κοπ λιχ λουθηρ μαιντ μελ σιγ σπ στεγ τραγ τσαγ φ ερ αδαπ αθιγγ αμηχ ανικ ανοργ απηγ απιθ ατσιγγ βασ βασκ βαθυγαλ βιομηχ βραχυκ διατ διαφ ενοργ θυσ καπνοβιομηχ καταγαλ κλιβ κοιλαρφ λιβ μεγλοβιομηχ μικροβιομηχ νταβ ξηροκλιβ ολιγοδαμ ολογαλ πενταρφ περηφ περιτρ πλατ πολυδαπ πολυμηχ στεφ ταβ τετ υπερηφ υποκοπ χαμηλοδαπ ψηλοταβ',
};
const thirdPersonLong = endings([
  [8, 'ιουντανε'],
  [7, 'ιοντανε'],
  [0, 'ουντανε ηθηκανε'],
  [6, 'ιοτανε'],
  [0, 'οντανε ουσανε'],
  [5, 'αγανε'],
  [0, 'ησανε οτανε ηκανε'],
]);

const SECOND_PERSON: Step = {
  before: [[5, 'ησετε']],
  cut: [[3, 'ετε']],
  back: 'ετ',
  vowels: VOWELS_WITHOUT_Y,
  words:
    'αβαρ βεν εναρ αβρ αδ αθ αν απλ βαρον ντρ σκ κοπ μπορ νιφ παγ παρακαλ σερπ σκελ συρφ τοκ υ δ εμ θαρρ θ',
  ends: 'οδ αιρ φορ ταθ διαθ σχ ενδ ευρ τιθ υπερθ ραθ ενθ ροθ σθ πυρ αιν συνδ συν συνθ χωρ πον βρ καθ ευθ εκθ νετ ρον αρκ βαρ βολ ωφελ',
};

const LATER: readonly Step[] = [
  { cut: [[5, 'ιεστε']], back: 'ιεστ', words: 'π απ συμπ ασυμπ ακαταπ αμεταμφ' },
  { cut: [[4, 'εστε']], back: 'εστ', words: 'αλ αρ εκτελ ζ μ ξ παρακαλ προ νισ' },
  {
    before: [
      [6, 'ηθηκεσ'],
      [5, 'ηθηκα ηθηκε'],
    ],
    cut: [
      [4, 'ηκεσ'],
      [3, 'ηκα ηκε'],
    ],
    back: 'ηκ',
    words: 'διαθ θ παρακαταθ προσθ συνθ',
    ends: 'σκωλ σκουλ ναρθ σφ οθ πιθ',
  },
  {
    cut: [
      [5, 'ουσεσ'],
      [4, 'ουσα ουσε'],
    ],
    back: 'ουσ',
    vowels: VOWELS,
    words:
      'φαρμακ χαδ αγκ αναρρ βρομ εκλιπ λαμπιδ λεχ μ πατ ρ λ μεδ μεσαζ υποτειν αμ αιθ ανηκ δεσποζ ενδιαφερ δε δευτερευ καθαρευ πλε τσα',
    ends: 'ποδαρ βλεπ πανταχ φρυδ μαντιλ μαλλ κυματ λαχ ληγ φαγ ομ πρωτ',
  },
];

const AORIST: Step = {
  cut: [
    [4, 'αγεσ'],
    [3, 'αγα αγε'],
  ],
  back: 'αγ',
  words:
    'αβαστ πολυφ αδηφ παμφ ρ ασπ αφ αμαλ αμαλλι ανυστ απερ ασπαρ αχαρ δερβεν δροσοπ ξεφ νεοπ νομοτ ολοπ ομοτ προστ προσωποπ συμπ συντ τ υποτ χαρ αειπ αιμοστ ανυπ αποτ αρτιπ διατ εν επιτ κροκαλοπ σιδηροπ λ ναυ ουλαμ ουρ π τρ μ',
  ends: 'οφ πελ χορτ λλ σφ ρπ φρ πρ λοχ σμην',
};

const LAST: readonly Step[] = [
  {
    cut: [
      [4, 'ησου'],
      [3, 'ησε ησα'],
    ],
    back: 'ησ',
    words: 'ν χερσον δωδεκαν ερημον μεγαλον επταν',
  },
  { cut: [[4, 'ηστε']], back: 'ηστ', words: 'ασβ σβ αχρ χρ απλ αειμν δυσχρ ευχρ κοινοχρ παλιμψ' },
  {
    cut: [
      [6, 'ησουνε ηθουνε'],
      [4, 'ουνε'],
    ],
    back: 'ουν',
    words: 'ν ρ σπι στραβομουτσ κακομουτσ εξων',
  },
  {
    cut: [
      [6, 'ησουμε ηθουμε'],
      [4, 'ουμε'],
    ],
    back: 'ουμ',
    words: 'παρασουσ φ χ ωριοπλ αζ αλλοσουσ ασουσ',
  },
];

const neuter = endings([
  [5, 'ματων ματοσ', 'μα'],
  [4, 'ματα', 'μα'],
]);

const verbs = endings([
  [9, 'ιοντουσαν'],
  [8, 'ιομασταν ιοσασταν ιουμαστε οντουσαν'],
  [7, 'ιεμαστε ιεσαστε ιομουνα ιοσαστε ιοσουνα ιουνται ιουνταν ηθηκατε ομασταν οσασταν ουμαστε'],
  [6, 'ιομουν ιονταν ιοσουν ηθειτε ηθηκαν ομουνα οσαστε οσουνα ουνται ουνταν ουσατε'],
  [
    5,
    'αγατε ιεμαι ιεται ιεσαι ιοταν ιουμα ηθεισ ηθουν ηκατε ησατε ησουν ομουν ονται ονταν οσουν ουμαι ουσαν',
  ],
  [4, 'αγαν αμαι ασαι αται ειτε εσαι εται ηδεσ ηδων ηθει ηκαν ησαν ησει ησεσ ομαι οταν'],
  [3, 'αει εισ ηθω ησω ουν ουσ'],
  [2, 'αν ασ αω ει εσ ησ οι οσ ου υσ ων'],
  [1, 'α ε η ι ο υ ω'],
]);

const degrees = endings([
  [0, 'εστερ εστατ'],
  [0, 'οτερ οτατ υτερ υτατ ωτερ ωτατ'],
]);

function compile(step: Step): (term: string) => string {
  const before = endings(step.before ?? []);
  const cut = endings(step.cut);
  const words = new Set(step.words?.split(' '));
  const ends = step.ends?.split(' ') ?? [];
  return (term) => {
    const start = before(term);
    const left = cut(start);
    if (left === start) return start;
    const excepted =
      words.has(left) ||
      ends.some((ending) => left.endsWith(ending)) ||
      (left !== '' && step.vowels?.includes(left.at(-1) as string) === true);
    return excepted ? left + step.back : left;
  };
}

const plurals = PLURALS.map(compile);
const firstPerson = compile(FIRST_PERSON);
const thirdPerson = compile(THIRD_PERSON);
const secondPerson = compile(SECOND_PERSON);
const later = LATER.map(compile);
const aorist = compile(AORIST);
const last = LAST.map(compile);

function feminine(term: string): string {
  if (term.length <= 4 || !/αδ(?:εσ|ων)$/.test(term)) return term;
  const left = term.slice(0, -4);
  return FEMININE_KEPT.some((ending) => left.endsWith(ending)) ? left : `${left}αδ`;
}

function thirdPersonStep(term: string): string {
  let left = thirdPersonLong(term);
  if (left !== term && (left === 'τρ' || left === 'τσ')) left = `${left}αγαν`;
  return thirdPerson(left);
}

/** Participles; after αρχ and κρε the ending is needed. */
function participle(term: string): string {
  if (term.length <= 5 || !/[οω]ντασ$/.test(term)) return term;
  const left = term.slice(0, -5);
  if (left === 'αρχ') return `${left}οντ`;
  return left.endsWith('κρε') ? `${left}ωντ` : left;
}

function passive(term: string): string {
  if (term.length > 6 && term.endsWith('ομαστε')) {
    const left = term.slice(0, -6);
    return left === 'ον' ? `${left}ομαστ` : left;
  }
  return term;
}

export function greek(word: string): string {
  if (word.length < 4) return word;
  let term = feminine(irregular(word));
  for (const step of plurals) term = step(term);
  term = term === 'αγαμε' ? 'αγαμ' : firstPerson(term);
  term = passive(participle(secondPerson(thirdPersonStep(term))));
  for (const step of later) term = step(term);
  const beforeAorist = term;
  term = aorist(term);
  if (term !== beforeAorist && term.endsWith('αγ')) {
    const left = term.slice(0, -2);
    if (left === 'ψοφ' || left === 'ναυλοχ' || left.endsWith('κολλ')) term = left;
  }
  for (const step of last) term = step(term);
  term = neuter(term);
  if (term.length === word.length) term = verbs(term);
  return degrees(term);
}
