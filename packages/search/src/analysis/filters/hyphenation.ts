/**
 * Hyphenation after F. Liang: patterns of letters with digits between them are laid over the word, at each place the
 * highest digit wins, and where it is odd the word may be broken. Patterns come as an XML file of Apache FOP's form:
 * `classes` (letters that count as one), `exceptions` (words with their breaks) and `patterns`.
 */
export class HyphenationPatterns {
  private readonly letters = new Map<string, string>();
  private readonly exceptions = new Map<string, number[]>();
  private readonly patterns = new Map<string, readonly number[]>();
  private longest = 0;

  /** Undefined when the text is not such a file. */
  static parse(xml: string): HyphenationPatterns | undefined {
    const bare = xml.replace(/<!--[\s\S]*?-->/g, ' ');
    const patterns = words(bare, 'patterns');
    if (!/<hyphenation-info[\s>]/.test(bare) || patterns.length === 0) return undefined;
    const made = new HyphenationPatterns();
    for (const group of words(bare, 'classes')) {
      const [first, ...others] = [...group];
      for (const letter of [first, ...others]) made.letters.set(letter as string, first as string);
    }
    for (const word of words(bare, 'exceptions')) made.addException(word);
    for (const pattern of patterns) made.addPattern(pattern);
    return made;
  }

  /** Where the word may be broken, its two ends included; undefined when nowhere. */
  breaks(term: string): number[] | undefined {
    const word = this.folded(term);
    if (word === undefined) return undefined;
    const inner = this.exceptions.get(word) ?? this.byPatterns(word);
    return inner.length === 0 ? undefined : [0, ...inner, term.length];
  }

  private byPatterns(word: string): number[] {
    const text = `.${word}.`;
    const marks = new Uint8Array(text.length + 1);
    for (let start = 0; start < text.length; start += 1) {
      const furthest = Math.min(text.length, start + this.longest);
      for (let end = start + 1; end <= furthest; end += 1) {
        const digits = this.patterns.get(text.slice(start, end));
        digits?.forEach((digit, i) => {
          if (digit > (marks[start + i] as number)) marks[start + i] = digit;
        });
      }
    }
    const found: number[] = [];
    // marks[i + 1] stands before the word's letter i.
    for (let i = 1; i < word.length; i += 1) if ((marks[i + 1] as number) % 2 === 1) found.push(i);
    return found;
  }

  private folded(term: string): string | undefined {
    let word = '';
    for (const letter of term) {
      const folded = this.letters.size === 0 ? letter.toLowerCase() : this.letters.get(letter);
      if (folded === undefined) return undefined;
      word += folded;
    }
    return word.length === term.length ? word : undefined;
  }

  private addException(given: string): void {
    const parts = given.split('-');
    const points: number[] = [];
    let at = 0;
    for (const part of parts.slice(0, -1)) {
      at += part.length;
      points.push(at);
    }
    this.exceptions.set(parts.join(''), points);
  }

  private addPattern(given: string): void {
    let letters = '';
    const digits: number[] = [0];
    for (const char of given) {
      if (char >= '0' && char <= '9') digits[letters.length] = Number(char);
      else {
        letters += char;
        digits[letters.length] = 0;
      }
    }
    this.patterns.set(letters, digits);
    this.longest = Math.max(this.longest, letters.length);
  }
}

function words(xml: string, tag: string): string[] {
  const content = new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(xml)?.[1] ?? '';
  // Breaks within exceptions may be written as elements.
  const text = content.replace(/<hyphen[^>]*\/>/g, '-').replace(/<[^>]*>/g, '');
  return text.split(/\s+/).filter((word) => word !== '');
}
