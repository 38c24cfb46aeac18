/**
 * Replies as a tree over the bytes they came in. Nothing is interpreted beyond what is needed to
 * find the end of a reply, so that two equal trees are two equal byte sequences.
 */

/** `head` is the first line with its type byte, `body` the payload of a bulk or verbatim string. */
export interface Reply {
  readonly head: string;
  readonly body: string | undefined;
  readonly children: readonly Reply[] | undefined;
}

/** Types that are followed by as many bytes as the first line says. */
const BULK = new Set(['$', '=', '!']);
/** Types that are followed by replies, and how many for each that the first line counts. */
const AGGREGATE: Readonly<Record<string, number>> = { '*': 1, '~': 1, '>': 1, '%': 2, '|': 2 };

/** Reads replies from a stream that may be cut at any byte. */
export class ReplyReader {
  /** latin1: one character a byte. */
  #text = '';
  #at = 0;

  feed(bytes: Buffer): void {
    this.#text = this.#text.slice(this.#at) + bytes.latin1Slice();
    this.#at = 0;
  }

  /** The next whole reply, or undefined when more bytes are needed. */
  next(): Reply | undefined {
    const start = this.#at;
    const reply = this.#read();
    if (reply === undefined) this.#at = start;
    return reply;
  }

  #read(): Reply | undefined {
    const end = this.#text.indexOf('\r\n', this.#at);
    if (end === -1) return undefined;
    const head = this.#text.slice(this.#at, end);
    this.#at = end + 2;
    const count = Number(head.slice(1));
    const type = head[0] as string;
    if (BULK.has(type) && count >= 0) return this.#bulk(head, count);
    const each = AGGREGATE[type];
    if (each !== undefined && count >= 0) return this.#aggregate(head, count * each);
    return { head, body: undefined, children: undefined };
  }

  #bulk(head: string, length: number): Reply | undefined {
    if (this.#text.length < this.#at + length + 2) return undefined;
    const body = this.#text.slice(this.#at, this.#at + length);
    this.#at += length + 2;
    return { head, body, children: undefined };
  }

  #aggregate(head: string, count: number): Reply | undefined {
    const children: Reply[] = [];
    for (let i = 0; i < count; i += 1) {
      const child = this.#read();
      if (child === undefined) return undefined;
      children.push(child);
    }
    return { head, body: undefined, children };
  }
}

/** One line that is the same for two replies exactly when their bytes are. */
export function printReply(reply: Reply): string {
  if (reply.body !== undefined) return `${reply.head} ${JSON.stringify(reply.body)}`;
  if (reply.children === undefined) return reply.head;
  return `${reply.head} [${reply.children.map(printReply).join(', ')}]`;
}

/** A reply with its elements, taken `size` at a time, in one certain order. */
export function sortReply(reply: Reply, size: number): Reply {
  if (reply.children === undefined) return reply;
  const groups: Reply[][] = [];
  for (let i = 0; i < reply.children.length; i += size) {
    groups.push(reply.children.slice(i, i + size));
  }
  const keyed = groups.map((group) => ({ group, key: group.map(printReply).join(' ') }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return { ...reply, children: keyed.flatMap(({ group }) => group) };
}

/** A reply in which the child at `index`, where there is one, is what `change` makes of it. */
export function mapChild(reply: Reply, index: number, change: (child: Reply) => Reply): Reply {
  if (reply.children === undefined) return reply;
  return {
    ...reply,
    children: reply.children.map((child, i) => (i === index ? change(child) : child)),
  };
}

/** A reply in which every child is what `change` makes of it. */
export function mapChildren(reply: Reply, change: (child: Reply) => Reply): Reply {
  return reply.children === undefined ? reply : { ...reply, children: reply.children.map(change) };
}
