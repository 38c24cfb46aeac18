import { describe, expect, test } from 'bun:test';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import { formatDouble } from '../resp/numbers.ts';
import { ErrorReply, LocalClient, type Reply } from '../testing/local-client.ts';

type Entry = [member: string, score: number];

function sorted(set: Map<string, number>): Entry[] {
  return [...set].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
}

function flat(entries: Entry[], withScores: boolean): string[] {
  return withScores ? entries.flatMap(([m, s]) => [m, formatDouble(s)]) : entries.map(([m]) => m);
}

/** Random commands on a few keys, each answer compared with that of a Map. */
class Model {
  readonly client = new LocalClient();
  readonly keys = new Map<string, Map<string, number>>();

  constructor(
    readonly random: () => number,
    readonly members: number,
  ) {}

  int(n: number): number {
    return Math.floor(this.random() * n);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.int(items.length)] as T;
  }

  key(): string {
    return this.pick(['a', 'b', 'c']);
  }

  member(): string {
    const n = this.int(this.members);
    return n % 3 === 0 ? String(n - 50) : n % 3 === 1 ? `m${n}` : `long-${'x'.repeat(40)}${n}`;
  }

  score(): number {
    return this.pick([this.int(10), this.int(1000) - 500, this.int(100) / 8, 1e15, -0.5]);
  }

  set(key: string): Map<string, number> {
    return this.keys.get(key) ?? new Map();
  }

  put(key: string, set: Map<string, number>): void {
    if (set.size === 0) this.keys.delete(key);
    else this.keys.set(key, set);
  }

  expect(words: (string | number)[], reply: Reply): void {
    const got = this.client.call(...words);
    try {
      expect(got).toEqual(reply);
    } catch (e) {
      throw new Error(`${words.join(' ')}: ${(e as Error).message}`);
    }
  }

  add(): void {
    const key = this.key();
    const set = this.set(key);
    const words: (string | number)[] = [];
    let added = 0;
    const options = this.pick([
      [],
      [],
      [],
      ['NX'],
      ['XX'],
      ['GT'],
      ['LT'],
      ['GT', 'XX'],
    ] as string[][]);
    for (let n = 1 + this.int(4); n > 0; n--) {
      const member = this.member();
      const score = this.score();
      words.push(score, member);
      const old = set.get(member);
      if (old === undefined ? options.includes('XX') : options.includes('NX')) continue;
      if (old !== undefined && options.includes('GT') && score <= old) continue;
      if (old !== undefined && options.includes('LT') && score >= old) continue;
      if (old === undefined) added++;
      set.set(member, score);
    }
    this.put(key, set);
    this.expect(['ZADD', key, ...options, ...words], added);
  }

  increment(): void {
    const key = this.key();
    const set = this.set(key);
    const member = this.member();
    const by = this.int(20) - 10;
    const score = (set.get(member) ?? 0) + by;
    set.set(member, score);
    this.put(key, set);
    this.expect(['ZINCRBY', key, by, member], formatDouble(score));
  }

  remove(): void {
    const key = this.key();
    const set = this.set(key);
    const members = Array.from({ length: 1 + this.int(3) }, () => this.member());
    let removed = 0;
    for (const m of members) if (set.delete(m)) removed++;
    this.put(key, set);
    this.expect(['ZREM', key, ...members], removed);
  }

  pop(): void {
    const key = this.key();
    const set = this.set(key);
    const max = this.random() < 0.5;
    const count = 1 + this.int(5);
    const all = sorted(set);
    const popped = (max ? all.reverse() : all).slice(0, count);
    for (const [m] of popped) set.delete(m);
    this.put(key, set);
    this.expect([max ? 'ZPOPMAX' : 'ZPOPMIN', key, count], flat(popped, true));
  }

  bound(): [text: string, value: number, open: boolean] {
    const open = this.random() < 0.3;
    const value = this.random() < 0.1 ? Infinity * (this.int(2) * 2 - 1) : this.score();
    const text = value === Infinity ? '+inf' : value === -Infinity ? '-inf' : String(value);
    return [open ? `(${text}` : text, value, open];
  }

  byScore(): [min: string, max: string, inside: (e: Entry) => boolean] {
    const [min, low, lowOpen] = this.bound();
    const [max, high, highOpen] = this.bound();
    const inside = ([, s]: Entry) =>
      (lowOpen ? s > low : s >= low) && (highOpen ? s < high : s <= high);
    return [min, max, inside];
  }

  range(): void {
    const key = this.key();
    const all = sorted(this.set(key));
    const n = all.length;
    const reverse = this.random() < 0.5;
    const withScores = this.random() < 0.5;
    const tail = [...(reverse ? ['REV'] : []), ...(withScores ? ['WITHSCORES'] : [])];
    if (this.random() < 0.5) {
      const start = this.int(2 * n + 4) - n - 2;
      const stop = this.int(2 * n + 4) - n - 2;
      const from = Math.max(0, start < 0 ? start + n : start);
      const to = Math.max(-1, stop < 0 ? stop + n : stop);
      const view = reverse ? all.reverse() : all;
      this.expect(
        ['ZRANGE', key, start, stop, ...tail],
        flat(view.slice(from, to + 1), withScores),
      );
      return;
    }
    const [min, max, inside] = this.byScore();
    let view = all.filter(inside);
    this.expect(['ZCOUNT', key, min, max], view.length);
    if (reverse) view.reverse();
    const limit: (string | number)[] = [];
    if (this.random() < 0.5) {
      const offset = this.int(6);
      const count = this.int(10) - 2;
      limit.push('LIMIT', offset, count);
      view = view.slice(offset, count < 0 ? undefined : offset + count);
    }
    const ends = reverse ? [max, min] : [min, max];
    this.expect(['ZRANGE', key, ...ends, 'BYSCORE', ...tail, ...limit], flat(view, withScores));
  }

  rank(): void {
    const key = this.key();
    const member = this.member();
    const all = sorted(this.set(key));
    const i = all.findIndex(([m]) => m === member);
    this.expect(['ZRANK', key, member], i < 0 ? null : i);
    this.expect(['ZREVRANK', key, member], i < 0 ? null : all.length - 1 - i);
    this.expect(['ZSCORE', key, member], i < 0 ? null : formatDouble((all[i] as Entry)[1]));
    this.expect(['ZCARD', key], all.length);
  }

  removeRange(): void {
    const key = this.key();
    const set = this.set(key);
    const all = sorted(set);
    let words: (string | number)[];
    let gone: Entry[];
    if (this.random() < 0.5) {
      const from = this.int(all.length + 1);
      const to = from + this.int(5);
      words = ['ZREMRANGEBYRANK', key, from, to];
      gone = all.slice(from, to + 1);
    } else {
      const at = this.score();
      words = ['ZREMRANGEBYSCORE', key, at, `(${at + 2}`];
      gone = all.filter(([, s]) => s >= at && s < at + 2);
    }
    for (const [m] of gone) set.delete(m);
    this.put(key, set);
    this.expect(words, gone.length);
  }

  algebra(): void {
    const keys = [this.key(), this.key()];
    const target = this.key();
    const operation = this.pick(['UNION', 'INTER', 'DIFF']);
    const [x, y] = keys.map((k) => new Map(this.set(k))) as [
      Map<string, number>,
      Map<string, number>,
    ];
    const result = new Map<string, number>();
    for (const [m, s] of x) {
      const other = y.get(m);
      if (operation === 'DIFF') other === undefined && result.set(m, s);
      else if (other !== undefined) result.set(m, s + other);
      else if (operation === 'UNION') result.set(m, s);
    }
    if (operation === 'UNION') for (const [m, s] of y) if (!x.has(m)) result.set(m, s);
    this.expect([`Z${operation}`, 2, ...keys, 'WITHSCORES'], flat(sorted(result), true));
    this.put(target, result);
    this.expect([`Z${operation}STORE`, target, 2, ...keys], result.size);
  }

  store(): void {
    const from = this.key();
    const to = this.key();
    const [min, max, inside] = this.byScore();
    const result = new Map(sorted(this.set(from)).filter(inside));
    this.put(to, result);
    this.expect(['ZRANGESTORE', to, from, min, max, 'BYSCORE'], result.size);
  }

  verify(): void {
    for (const key of ['a', 'b', 'c']) {
      this.expect(['ZRANGE', key, 0, -1, 'WITHSCORES'], flat(sorted(this.set(key)), true));
      const scanned = new Map<string, string>();
      let next = '0';
      do {
        const [after, found] = this.client.call('ZSCAN', key, next, 'COUNT', 7) as [
          string,
          string[],
        ];
        for (let i = 0; i < found.length; i += 2) scanned.set(found[i]!, found[i + 1]!);
        next = after;
      } while (next !== '0');
      expect(scanned.size).toBe(this.set(key).size);
      for (const [m, s] of this.set(key)) expect(Number(scanned.get(m))).toBe(s);
    }
  }
}

describe('sorted set commands', () => {
  for (const [what, members, limit] of [
    ['packed', 60, 128],
    ['large', 400, 0],
    ['crossing the limit', 200, 32],
  ] as const) {
    test(`random commands match a model: ${what}`, () => {
      const model = new Model(seededRandom(`zset ${what}`), members);
      const { settings, store } = model.client.server;
      settings.override('zsetMaxListpackEntries', limit);
      const before = store.arena.used;
      const steps = [
        () => model.add(),
        () => model.add(),
        () => model.add(),
        () => model.increment(),
        () => model.remove(),
        () => model.range(),
        () => model.range(),
        () => model.rank(),
        () => model.random() < 0.3 && model.pop(),
        () => model.random() < 0.2 && model.removeRange(),
        () => model.random() < 0.1 && model.algebra(),
        () => model.random() < 0.05 && model.store(),
      ];
      for (let i = 0; i < rounds(6000, 100_000); i++) {
        model.pick(steps)();
        if (i % 500 === 0) model.verify();
      }
      model.verify();
      for (const key of ['a', 'b', 'c']) model.client.call('ZREMRANGEBYRANK', key, 0, -1);
      expect(store.arena.used).toBe(before);
    });
  }

  test('members compare as bytes and lexicographic ranges take their bounds', () => {
    const c = new LocalClient();
    for (const entries of [128, 0]) {
      c.server.settings.override('zsetMaxListpackEntries', entries);
      c.call('ZREMRANGEBYRANK', 'z', 0, -1);
      c.call('ZADD', 'z', 0, 'b', 0, 'a', 0, 'aa', 0, '', 0, '\xff', 0, '10', 0, '9');
      const all = ['', '10', '9', 'a', 'aa', 'b', '\xff'];
      expect(c.call('ZRANGEBYLEX', 'z', '-', '+')).toEqual(all);
      expect(c.call('ZREVRANGEBYLEX', 'z', '+', '-')).toEqual(all.toReversed());
      expect(c.call('ZRANGEBYLEX', 'z', '[a', '(b')).toEqual(['a', 'aa']);
      expect(c.call('ZRANGEBYLEX', 'z', '(a', '[b')).toEqual(['aa', 'b']);
      expect(c.call('ZRANGEBYLEX', 'z', '+', '-')).toEqual([]);
      expect(c.call('ZRANGEBYLEX', 'z', '(a', '(a')).toEqual([]);
      expect(c.call('ZRANGE', 'z', '[b', '[10', 'BYLEX', 'REV', 'LIMIT', 1, 2)).toEqual([
        'aa',
        'a',
      ]);
      expect(c.call('ZLEXCOUNT', 'z', '[9', '+')).toBe(5);
      expect(c.call('ZREMRANGEBYLEX', 'z', '[a', '(b')).toBe(2);
      expect(c.call('ZCARD', 'z')).toBe(5);
    }
  });

  test('RESP3 pairs members with their scores as doubles', () => {
    const c = new LocalClient();
    c.resp = 3;
    c.call('ZADD', 'z', 1, 'a', 2.5, 'b');
    expect(c.raw('ZRANGE', 'z', 0, -1, 'WITHSCORES')).toBe(
      '*2\r\n*2\r\n$1\r\na\r\n,1\r\n*2\r\n$1\r\nb\r\n,2.5\r\n',
    );
    expect(c.raw('ZSCORE', 'z', 'b')).toBe(',2.5\r\n');
    expect(c.raw('ZPOPMIN', 'z')).toBe('*2\r\n$1\r\na\r\n,1\r\n');
    expect(c.raw('ZPOPMIN', 'z', 1)).toBe('*1\r\n*2\r\n$1\r\nb\r\n,2.5\r\n');
    expect(c.raw('ZADD', 'z', 'INCR', '+inf', 'x')).toBe(',inf\r\n');
    expect(c.raw('ZMPOP', 1, 'z', 'MAX')).toBe('*2\r\n$1\r\nz\r\n*1\r\n*2\r\n$1\r\nx\r\n,inf\r\n');
    expect(c.raw('ZRANK', 'z', 'x', 'WITHSCORE')).toBe('_\r\n');
  });

  test('a score that cannot be is refused and changes nothing', () => {
    const c = new LocalClient();
    const notFloat = new ErrorReply('ERR value is not a valid float');
    expect(c.call('ZADD', 'z', 1, 'a', 'nan', 'b')).toEqual(notFloat);
    expect(c.call('ZADD', 'z', '1e400', 'a')).toEqual(notFloat);
    expect(c.call('ZCARD', 'z')).toBe(0);
    c.call('ZADD', 'z', 'inf', 'a');
    expect(c.call('ZINCRBY', 'z', '-inf', 'a')).toEqual(
      new ErrorReply('ERR resulting score is not a number (NaN)'),
    );
    expect(c.call('ZSCORE', 'z', 'a')).toBe('inf');
  });

  test('a member longer than any packed block is kept', () => {
    const c = new LocalClient();
    const long = 'm'.repeat(300_000);
    c.call('ZADD', 'z', 1, `${long}b`, 1, `${long}a`, 0, 'x');
    expect(c.call('ZRANGE', 'z', 0, -1)).toEqual(['x', `${long}a`, `${long}b`]);
    expect(c.call('ZRANK', 'z', `${long}b`)).toBe(2);
    expect(c.call('ZREM', 'z', `${long}a`)).toBe(1);
  });

  test('random members are members, each at most once when the count is positive', () => {
    const c = new LocalClient();
    for (const [entries, size] of [
      [128, 100],
      [0, 300],
    ] as const) {
      c.server.settings.override('zsetMaxListpackEntries', entries);
      c.call('ZREMRANGEBYRANK', 'z', 0, -1);
      for (let i = 0; i < size; i++) c.call('ZADD', 'z', i, `m${i}`);
      for (const n of [1, 5, 60, size - 1, size, size + 50]) {
        const got = c.call('ZRANDMEMBER', 'z', n) as string[];
        expect(new Set(got).size).toBe(Math.min(n, size));
        expect(got.length).toBe(Math.min(n, size));
        const repeated = c.call('ZRANDMEMBER', 'z', -n, 'WITHSCORES') as string[];
        expect(repeated.length).toBe(2 * n);
        for (let i = 0; i < repeated.length; i += 2)
          expect(repeated[i]).toBe(`m${repeated[i + 1]}`);
      }
    }
  });
});

describe('what followers see of sorted set commands', () => {
  function followed(): { client: LocalClient; effects: string[] } {
    const client = new LocalClient();
    const effects: string[] = [];
    client.server.propagation.followers.push({
      effect: (_db, args) => effects.push(args.strs().join(' ')),
    });
    return { client, effects };
  }

  test('pops of several keys arrive as a pop of the one that was served', () => {
    const { client, effects } = followed();
    client.call('ZADD', 'z', 1, 'a', 2, 'b', 3, 'c');
    client.call('ZMPOP', 2, 'none', 'z', 'MAX', 'COUNT', 2);
    client.call('ZMPOP', 1, 'none', 'MIN');
    client.call('BZPOPMIN', 'none', 'z', 0);
    expect(effects).toEqual(['ZADD z 1 a 2 b 3 c', 'ZPOPMAX z 2', 'ZPOPMIN z']);
  });

  test('commands that changed nothing do not arrive at all', () => {
    const { client, effects } = followed();
    client.call('ZADD', 'z', 1, 'a');
    client.call('ZADD', 'z', 1, 'a');
    client.call('ZADD', 'z', 'NX', 5, 'a');
    client.call('ZADD', 'z', 'XX', 5, 'b');
    client.call('ZREM', 'z', 'b');
    client.call('ZREMRANGEBYSCORE', 'z', 5, 9);
    client.call('ZUNIONSTORE', 'to', 1, 'none');
    expect(effects).toEqual(['ZADD z 1 a']);
  });

  test('a place arrives as a score', () => {
    const { client, effects } = followed();
    client.call('GEOADD', 'g', 'CH', '13.361389', '38.115556', 'Palermo');
    expect(effects).toEqual(['zadd g CH 3479099956230698 Palermo']);
  });
});
