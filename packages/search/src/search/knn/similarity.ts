/** How near two vectors are, and the score that makes. */
export type Vector = Float32Array | Int8Array;

export interface Similarity {
  /** As a request says it: a distance for l2_norm, a likeness for the others. */
  readonly measure: (a: Vector, b: Vector) => number;
  readonly score: (measured: number, dims: number, isByte: boolean) => number;
  /** Whether a measure is within what a request asks for. */
  readonly isWithin: (measured: number, limit: number) => boolean;
}

function dot(a: Vector, b: Vector): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

function distance(a: Vector, b: Vector): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) {
    const difference = (a[i] as number) - (b[i] as number);
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}

const atLeast = (measured: number, limit: number) => measured >= limit;
const byteScale = 32768;

export const SIMILARITIES: Readonly<Record<string, Similarity>> = {
  l2_norm: {
    measure: distance,
    score: (measured) => 1 / (1 + measured * measured),
    isWithin: (measured, limit) => measured <= limit,
  },
  cosine: {
    measure: (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)),
    score: (measured) => (1 + measured) / 2,
    isWithin: atLeast,
  },
  dot_product: {
    measure: dot,
    score: (measured, dims, isByte) =>
      isByte ? 0.5 + measured / (dims * byteScale) : (1 + measured) / 2,
    isWithin: atLeast,
  },
  max_inner_product: {
    measure: dot,
    score: (measured) => (measured < 0 ? 1 / (1 - measured) : measured + 1),
    isWithin: atLeast,
  },
};
