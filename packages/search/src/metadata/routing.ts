/** Which shard a document belongs to: murmur3 of its routing, as the reference computes it. */

const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

/** MurmurHash3 x86 32-bit, seed 0, over the UTF-16 units of a text, low byte first. */
export function routingHash(text: string): number {
  let hash = 0;
  const pairs = text.length & ~1;
  for (let i = 0; i < pairs; i += 2) {
    const block = text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16);
    hash ^= scramble(block);
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  if (pairs < text.length) hash ^= scramble(text.charCodeAt(pairs));
  hash ^= text.length * 2;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function scramble(block: number): number {
  const k = Math.imul(block, C1);
  return Math.imul((k << 15) | (k >>> 17), C2);
}

/** How many pieces the hash space is cut into, so that an index can be split later. */
export function defaultRoutingShards(shards: number): number {
  const log2 = shards === 1 ? 0 : 32 - Math.clz32(shards - 1);
  return shards * 2 ** Math.max(1, 10 - log2);
}

/** How far from its routing's place a document lies, where a routing has several shards. */
export function partitionOffset(id: string, size: number): number {
  return ((routingHash(id) % size) + size) % size;
}

/** The shard number of a routing value (the id, unless the request gives another). */
export function shardFor(
  routing: string,
  shards: number,
  routingShards: number,
  offset = 0,
): number {
  const hash = (routingHash(routing) + offset) | 0;
  const piece = ((hash % routingShards) + routingShards) % routingShards;
  return Math.floor(piece / (routingShards / shards));
}
