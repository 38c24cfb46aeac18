/** What a query string says, clause by clause. */
export type Clause =
  | { readonly kind: 'words'; readonly words: readonly Word[] }
  | { readonly kind: 'phrase'; readonly text: string; readonly slop: number | undefined }
  | { readonly kind: 'prefix' | 'wildcard' | 'regexp'; readonly text: string }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: string | undefined }
  | Range
  | { readonly kind: 'all' }
  | { readonly kind: 'exists'; readonly field: string }
  | { readonly kind: 'group'; readonly clauses: readonly Part[] };

export interface Word {
  readonly text: string;
}

export interface Range {
  readonly kind: 'range';
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly includeFrom: boolean;
  readonly includeTo: boolean;
}

export type Occur = 'must' | 'should' | 'must_not';

/** A clause with its field (undefined: the default ones), boost and place in the logic. */
export interface Part {
  readonly clause: Clause;
  readonly field: string | undefined;
  readonly boost: number;
  readonly occur: Occur;
}

/** Takes backslashes off what they protect. */
export function plain(text: string): string {
  return text
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/\\(.)/gs, '$1');
}
