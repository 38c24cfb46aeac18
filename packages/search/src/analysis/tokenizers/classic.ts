import { Tokenizer } from '../core/stream.ts';

const CJ =
  '\\u3040-\\u318f\\u3300-\\u337f\\u3400-\\u3d2d\\u4e00-\\u9fff\\uf900-\\ufaff\\uff66-\\uff9f';
const LETTER = `(?:(?![${CJ}])\\p{L})`;
const WORD_CHAR = `(?:${LETTER}|[\\u0e00-\\u0e59]|\\p{Nd})`;
const ALPHANUM = `${WORD_CHAR}+`;
const ALPHA = `${LETTER}+`;
const MARK = '[_\\-/.,]';
const HAS_DIGIT = `(?:${LETTER}|\\p{Nd})*\\p{Nd}(?:${LETTER}|\\p{Nd})*`;

function sticky(...sources: string[]): RegExp[] {
  return sources.map((source) => new RegExp(source, 'uy'));
}

/** The grammar in the order in which ties are settled; the longest match wins. */
const RULES: readonly { readonly type: string; readonly patterns: readonly RegExp[] }[] = [
  { type: '<ALPHANUM>', patterns: sticky(ALPHANUM) },
  { type: '<APOSTROPHE>', patterns: sticky(`${ALPHA}(?:'${ALPHA})+`) },
  { type: '<ACRONYM>', patterns: sticky(`${LETTER}\\.(?:${LETTER}\\.)+`) },
  { type: '<COMPANY>', patterns: sticky(`${ALPHA}[&@]${ALPHA}`) },
  {
    type: '<EMAIL>',
    patterns: sticky(`${ALPHANUM}(?:[.\\-_]${ALPHANUM})*@${ALPHANUM}(?:[.\\-]${ALPHANUM})+`),
  },
  { type: '<HOST>', patterns: sticky(`${ALPHANUM}(?:\\.${ALPHANUM})+`) },
  {
    type: '<NUM>',
    patterns: sticky(
      `${ALPHANUM}${MARK}${HAS_DIGIT}`,
      `${HAS_DIGIT}${MARK}${ALPHANUM}`,
      `${ALPHANUM}(?:${MARK}${HAS_DIGIT}${MARK}${ALPHANUM})+`,
      `${HAS_DIGIT}(?:${MARK}${ALPHANUM}${MARK}${HAS_DIGIT})+`,
      `${ALPHANUM}${MARK}${HAS_DIGIT}(?:${MARK}${ALPHANUM}${MARK}${HAS_DIGIT})+`,
      `${HAS_DIGIT}${MARK}${ALPHANUM}(?:${MARK}${HAS_DIGIT}${MARK}${ALPHANUM})+`,
    ),
  },
  { type: '<CJ>', patterns: sticky(`[${CJ}]`) },
  { type: '<ACRONYM_DEP>', patterns: sticky(`${ALPHANUM}\\.(?:${ALPHANUM}\\.)+`) },
];

/** The tokenizer for European text from before UAX #29: acronyms, companies, hosts, mail addresses. */
export class ClassicTokenizer extends Tokenizer {
  readonly #maxTokenLength: number;
  #position = 0;

  constructor(maxTokenLength = 255) {
    super();
    this.#maxTokenLength = maxTokenLength;
  }

  override reset(): void {
    this.#position = 0;
  }

  override next(): boolean {
    let skipped = 0;
    while (this.#position < this.text.length) {
      const start = this.#position;
      let end = start;
      let type = '';
      for (const rule of RULES) {
        for (const pattern of rule.patterns) {
          pattern.lastIndex = start;
          if (pattern.test(this.text) && pattern.lastIndex > end) {
            end = pattern.lastIndex;
            type = rule.type;
          }
        }
      }
      if (end === start) {
        this.#position++;
        continue;
      }
      this.#position = end;
      if (end - start > this.#maxTokenLength) {
        skipped++;
        continue;
      }
      // An acronym whose parts have several letters was a host all along; its last dot is not part of it.
      if (type === '<ACRONYM_DEP>')
        this.emitTerm(this.text.slice(start, end - 1), start, end - 1, '<HOST>');
      else this.emit(start, end, type);
      this.token.positionIncrement += skipped;
      return true;
    }
    return false;
  }
}
