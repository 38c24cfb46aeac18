/**
 * The inverted index of one field, as sections of the segment named `postings/<field>/<section>`.
 *
 * Terms, sorted by their bytes:
 *   terms       u8   all terms, one after the other
 *   termOffsets u32  where term t starts; one more entry for the end
 *   heads, headOffsets  every 64th term again: a dictionary search starts in a small array
 *   df          u32  documents that have term t
 *   firstBlock  u32  first block of term t; one more entry for the end
 *
 * Blocks of up to 128 postings, those of one term contiguous, those of all terms in term order:
 *   lastDoc     u32  last document of the block
 *   wordOffset  u32  where its data starts: in `words` (full block), in `tails` (partial block), or,
 *                    when df is 1, the frequency itself
 *   widths      u16  bits of a gap (0-4), of a frequency (5-9), of a position (10-15)
 *   impact      u16  upper bound of tf saturation in the block, in 1/65535, rounded up; computed
 *                    with k1, b and average length of `meta`
 *   positionOffset  u32  word in `positions` (fields with positions); of a term that occurs once in all
 *                    the position itself
 *   offsetOffset, offsetWidths  u32, u16  word in `offsets`; bits of a start (0-5), a length (6-11)
 *
 * Data:
 *   words       i32  full blocks: 128 gaps - 1, then 128 frequencies - 1, each packed (bit-packing.ts)
 *   tails       u8   partial blocks: variable-byte (gap - 1) * 2 + 1 when the frequency is 1, else
 *                    (gap - 1) * 2 followed by the frequency, variable-byte
 *   positions   i32  for each posting in order its positions, ascending, at the block's width
 *   offsets     i32  for each position start and length of the token in the text, at the block's widths
 *   norms       u8   length code of each document (length-norm.ts), 0 without the field
 *
 * Dense terms (df ≥ 128 and df > documents / 24):
 *   denseTerms  u32  their numbers, ascending
 *   bitmaps     i32  one bitmap of all documents each
 *   ranks       u32  one sample for every 256 documents each: set bits before them
 */
export interface FieldMeta {
  readonly terms: number;
  /** Documents that have the field. */
  readonly docCount: number;
  readonly sumDocFreq: number;
  readonly sumTotalTermFreq: number;
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
  readonly hasOffsets: boolean;
  readonly hasNorms: boolean;
  /** What `impact` was computed with. */
  readonly impact: ImpactParameters;
}

export interface ImpactParameters {
  readonly k1: number;
  readonly b: number;
  readonly averageLength: number;
}

/** What a field keeps of its tokens. */
export interface FieldOptions {
  readonly freqs: boolean;
  readonly positions: boolean;
  readonly offsets: boolean;
  readonly norms: boolean;
  readonly k1: number;
  readonly b: number;
}

export const TEXT_OPTIONS: FieldOptions = {
  freqs: true,
  positions: true,
  offsets: false,
  norms: true,
  k1: 1.2,
  b: 0.75,
};

export const KEYWORD_OPTIONS: FieldOptions = {
  ...TEXT_OPTIONS,
  freqs: false,
  positions: false,
  norms: false,
};

export const HEAD_INTERVAL = 64;
export const IMPACT_UNITS = 65535;
export const RANK_SHIFT = 8;
/** Length code of every document of a field without norms. */
export const NO_NORM = 1;

export const sectionName = (field: string, section: string) => `postings/${field}/${section}`;

/** Whether a term is common enough to be worth a bitmap of its own. */
export function isDense(df: number, documents: number): boolean {
  return df >= 128 && df > documents / 24;
}
