/** Kinds of values that one directive alone has. */
import { strerror } from '../process/errno.ts';
import { parseDouble } from '../resp/numbers.ts';
import { quoteWord } from '../resp/words.ts';
import { formatKeyspaceEvents, parseKeyspaceEvents } from './keyspace-events.ts';
import { type Kind, NO_LINES, oneLine, type RewriteLines, refuse } from './kind.ts';
import { formatMemorySize, parseMemorySize } from './memory-size.ts';

/** An integer as strtoll reads a whole word: blanks and a sign before it, empty counts as zero. */
function strtoll(word: string): number {
  if (word === '') return 0;
  return /^[ \t\n\v\f\r]*[+-]?[0-9]+$/.test(word) ? Number(word) : Number.NaN;
}

const never = (): boolean => false;

export interface SavePoint {
  readonly seconds: number;
  readonly changes: number;
}

/** Several lines of a file add up; the first replaces the defaults; "" clears them. */
export const savePoints: Kind<readonly SavePoint[]> = {
  parse(words, current, { loading, repeated }) {
    const cleared = words.length === 1 && words[0] === '';
    const args = cleared ? [] : words;
    if (args.length % 2 !== 0) refuse('Invalid save parameters');
    const points: SavePoint[] = [];
    for (let i = 0; i < args.length; i += 2) {
      const seconds = strtoll(args[i] as string);
      const changes = strtoll(args[i + 1] as string);
      if (!(seconds >= 1) || !(changes >= 0)) refuse('Invalid save parameters');
      points.push({ seconds, changes });
    }
    return loading && repeated && !cleared ? [...current, ...points] : points;
  },
  format: (value) => value.map((p) => `${p.seconds} ${p.changes}`).join(' '),
  rewrite(value) {
    const lines = value.length === 0 ? ['""'] : value.map((p) => `${p.seconds} ${p.changes}`);
    return { lines, force: lines.map(() => true) };
  },
  same: never,
};

export const CLIENT_CLASSES = ['normal', 'replica', 'pubsub'] as const;
export type ClientClass = (typeof CLIENT_CLASSES)[number];

export interface BufferLimit {
  readonly hardBytes: number;
  readonly softBytes: number;
  readonly softSeconds: number;
}
export type BufferLimits = { readonly [c in ClientClass]: BufferLimit };

/** CONFIG GET says slave, the file replica; both are read. */
function clientClass(name: string): ClientClass | null {
  const lower = name.toLowerCase();
  if (lower === 'slave') return 'replica';
  return CLIENT_CLASSES.find((c) => c === lower) ?? null;
}

function limitText(limit: BufferLimit): string {
  const { hardBytes, softBytes, softSeconds } = limit;
  return `${formatMemorySize(hardBytes)} ${formatMemorySize(softBytes)} ${softSeconds}`;
}

/** Classes that are not named keep their limits. */
export const bufferLimits: Kind<BufferLimits> = {
  parse(words, current) {
    if (words.length % 4 !== 0) {
      refuse('Wrong number of arguments in buffer limit configuration.');
    }
    const limits: { [c in ClientClass]: BufferLimit } = { ...current };
    for (let i = 0; i < words.length; i += 4) {
      const name =
        clientClass(words[i] as string) ??
        refuse('Invalid client class specified in buffer limit configuration.');
      const hard = parseMemorySize(words[i + 1] as string);
      const soft = parseMemorySize(words[i + 2] as string);
      const seconds = strtoll(words[i + 3] as string);
      if (hard === null || soft === null || !(seconds >= 0)) {
        refuse('Error in hard, soft or soft_seconds setting in buffer limit configuration.');
      }
      limits[name] = {
        hardBytes: Number(hard),
        softBytes: Number(soft),
        softSeconds: seconds,
      };
    }
    return limits;
  },
  format: (value) =>
    CLIENT_CLASSES.map((c) => {
      const { hardBytes, softBytes, softSeconds } = value[c];
      return `${c === 'replica' ? 'slave' : c} ${hardBytes} ${softBytes} ${softSeconds}`;
    }).join(' '),
  rewrite(value, initial): RewriteLines {
    return {
      lines: CLIENT_CLASSES.map((c) => `${c} ${limitText(value[c])}`),
      force: CLIENT_CLASSES.map((c) => limitText(value[c]) !== limitText(initial[c])),
    };
  },
  same: never,
};

/** Adjustments for a primary, a replica and a background child. */
export type OomScores = readonly [number, number, number];

export const oomScores: Kind<OomScores> = {
  parse(words) {
    if (words.length !== 3) refuse('wrong number of arguments');
    const scores = words.map((word) => {
      const score = strtoll(word);
      if (!(score >= -2000 && score <= 2000)) {
        refuse('Invalid oom-score-adj-values, elements must be between -2000 and 2000.');
      }
      return score;
    });
    return scores as unknown as OomScores;
  },
  format: (value) => value.join(' '),
  rewrite: (value, initial) => oneLine(value.join(' '), value.join(' ') !== initial.join(' ')),
  same: (a, b) => a.join(' ') === b.join(' '),
};

export const keyspaceEvents: Kind<number> = {
  parse(words) {
    if (words.length !== 1) refuse('wrong number of arguments');
    return (
      parseKeyspaceEvents(words[0] as string) ??
      refuse("Invalid event class character. Use 'Ag$lshzxeKEtmdn'.")
    );
  },
  format: formatKeyspaceEvents,
  rewrite: (value) => oneLine(quoteWord(formatKeyspaceEvents(value)), value !== 0),
  same: never,
};

const BIND_MAX = 16;

export const addresses: Kind<readonly string[]> = {
  parse(words) {
    if (words.length > BIND_MAX) refuse('Too many bind addresses specified.');
    return words.length === 1 && words[0] === '' ? [] : [...words];
  },
  format: (value) => value.join(' '),
  rewrite: (value, initial) =>
    value.join(' ') === initial.join(' ')
      ? NO_LINES
      : oneLine(value.length > 0 ? value.join(' ') : '""', true),
  same: never,
};

export interface Primary {
  readonly host: string;
  readonly port: number;
}

/** "no one" is the value of a primary. */
export const replicaOf: Kind<Primary | null> = {
  parse(words) {
    if (words.length !== 2) refuse('wrong number of arguments');
    const [host, word] = words as [string, string];
    if (host.toLowerCase() === 'no' && word.toLowerCase() === 'one') return null;
    const port = strtoll(word);
    if (!(port >= 0 && port <= 65535)) refuse('Invalid master port');
    return { host, port };
  },
  format: (value) => (value === null ? '' : `${value.host} ${value.port}`),
  rewrite: (value) => (value === null ? NO_LINES : oneLine(`${value.host} ${value.port}`, true)),
  same: never,
};

/** %f without the zeros at its end. */
function trimmedDecimal(value: number): string {
  return value.toFixed(6).replace(/\.?0+$/, '');
}

export const percentiles: Kind<readonly number[]> = {
  parse(words) {
    if (words.length === 1 && words[0] === '') return [];
    return words.map((word) => {
      const value = parseDouble(word);
      if (Number.isNaN(value)) refuse('Invalid latency-tracking-info-percentiles parameters');
      if (value < 0 || value > 100) {
        refuse('latency-tracking-info-percentiles parameters should sit between [0.0,100.0]');
      }
      return value;
    });
  },
  format: (value) => value.map(trimmedDecimal).join(' '),
  rewrite: (value) =>
    oneLine(value.length === 0 ? '""' : value.map(trimmedDecimal).join(' '), true),
  same: never,
};

/** The working directory: reading the directive enters it, as relative paths after it expect. */
export const directory: Kind<string> = {
  parse(words) {
    if (words.length !== 1) refuse('wrong number of arguments');
    try {
      process.chdir(Buffer.from(words[0] as string, 'latin1').toString());
    } catch (error) {
      refuse(strerror(error));
    }
    return Buffer.from(process.cwd()).toString('latin1');
  },
  format: (value) => value,
  rewrite: (value) => oneLine(quoteWord(value), true),
  same: never,
};
