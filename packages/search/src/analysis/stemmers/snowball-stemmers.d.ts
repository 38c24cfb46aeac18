declare module 'snowball-stemmers' {
  /** A stemmer for one of `algorithms()`. */
  export function newStemmer(language: string): { stem(word: string): string };
  export function algorithms(): string[];
}
