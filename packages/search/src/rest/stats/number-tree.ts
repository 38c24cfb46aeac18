/** Figures as APIs name them, in a tree whose leaves can be summed over shards and indices. */
import { Double, type Writable } from '../../json/values.ts';
import { bytesText, timeText } from '../../settings/units.ts';

export interface NumberTree {
  [name: string]: number | boolean | NumberTree;
}

/** Leaves of which a sum would mean nothing: the largest counts. */
const LARGEST = /^(max_|earliest_last_modified_age$|shard_max_value_count$)/;
/** Leaves that are doubles, however round. */
const DOUBLES = /^(write_load|avg_size_in_bytes_per_sec)$/;

export function addTree(to: NumberTree, from: NumberTree): NumberTree {
  for (const [name, value] of Object.entries(from)) {
    const known = to[name];
    if (typeof value === 'object') {
      to[name] = addTree(typeof known === 'object' ? known : {}, value);
    } else if (typeof value === 'boolean') {
      to[name] = known === true || value;
    } else if (typeof known !== 'number') {
      to[name] = value;
    } else {
      to[name] = LARGEST.test(name) ? Math.max(known, value) : known + value;
    }
  }
  return to;
}

export function sumTrees(trees: readonly NumberTree[], empty: NumberTree): NumberTree {
  return trees.reduce(addTree, structuredClone(empty));
}

/** The tree as an answer prints it; `human` adds sizes and times with units. */
export function treeBody(tree: NumberTree, human: boolean): Writable {
  const body = new Map<string, Writable>();
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'object') body.set(name, treeBody(value, human));
    else if (typeof value === 'boolean') body.set(name, value);
    else {
      if (human) addReadable(body, name, value);
      body.set(name, DOUBLES.test(name) ? new Double(value) : Math.floor(value));
    }
  }
  return body;
}

function addReadable(body: Map<string, Writable>, name: string, value: number): void {
  const short = name.replace(/_in_(bytes|millis)$/, '');
  if (name.endsWith('_in_bytes')) body.set(short, bytesText(value));
  if (name.endsWith('_in_millis')) body.set(short === 'time' ? 'getTime' : short, timeText(value));
}
