import type { Family } from '../family.ts';
import { bits } from './bits.ts';
import { geo } from './geo.ts';
import { hashes } from './hashes.ts';
import { hyperloglogs } from './hyperloglogs.ts';
import { keys } from './keys.ts';
import { lists } from './lists.ts';
import { scripts } from './scripts.ts';
import { server } from './server.ts';
import { sets } from './sets.ts';
import { sortedSets } from './sorted-sets.ts';
import { streams } from './streams.ts';
import { strings } from './strings.ts';

export const families: readonly Family[] = [
  strings,
  lists,
  hashes,
  sets,
  sortedSets,
  streams,
  bits,
  hyperloglogs,
  geo,
  keys,
  scripts,
  server,
];
