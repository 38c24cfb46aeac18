/** The likeliest phrases that a row of words was meant to be. */
import { byText } from '../suggester.ts';
import type { Counts, Smoothing } from './language-model.ts';

/** A word that may stand at a place, and how likely it was written as it is. */
export interface Candidate {
  readonly word: string;
  readonly channel: number;
  readonly isChanged: boolean;
}

export interface Phrase {
  readonly words: readonly Candidate[];
  readonly score: number;
}

export interface Channel {
  readonly counts: Counts;
  readonly smoothing: Smoothing;
  readonly gramSize: number;
  /** How many words may be changed. */
  readonly maxErrors: number;
}

interface Path {
  readonly words: readonly Candidate[];
  readonly log: number;
  readonly errors: number;
}

/** Beginnings that are followed: work is bounded whatever the number of words. */
const BEAM = 256;

function step(path: Path, candidate: Candidate, channel: Channel): Path {
  const words = [...path.words, candidate];
  const grams = words.slice(-channel.gramSize).map(({ word }) => word);
  const likely = channel.smoothing(grams, channel.counts) * candidate.channel;
  return {
    words,
    log: path.log + Math.log(Math.max(likely, Number.MIN_VALUE)),
    errors: path.errors + (candidate.isChanged ? 1 : 0),
  };
}

const START: Path = { words: [], log: 0, errors: 0 };
const textOf = ({ words }: Path) => words.map(({ word }) => word).join(' ');
const byLikelihood = (a: Path, b: Path) => b.log - a.log || byText(textOf(a), textOf(b));

/** The phrase as it was written. */
export function original(places: readonly (readonly Candidate[])[], channel: Channel): Phrase {
  let path = START;
  for (const [first] of places) path = step(path, first as Candidate, channel);
  return { words: path.words, score: Math.exp(path.log) };
}

/** `places`: the candidates of every place, the word as it was written first. */
export function* corrections(
  places: readonly (readonly Candidate[])[],
  channel: Channel,
): Generator<void, Phrase[]> {
  let paths: Path[] = [START];
  for (const candidates of places) {
    const next: Path[] = [];
    for (const path of paths) {
      for (const candidate of candidates) {
        if (candidate.isChanged && path.errors >= channel.maxErrors) continue;
        next.push(step(path, candidate, channel));
      }
      yield;
    }
    paths = next.sort(byLikelihood).slice(0, BEAM);
  }
  return paths.map(({ words, log }) => ({ words, score: Math.exp(log) }));
}
