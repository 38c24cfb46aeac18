import { Judge } from './judge.ts';
import { type Command, Peer } from './peer.ts';
import { printReply } from './reply.ts';

/** Where two servers went apart, and what they were asked since both were empty. */
export interface Difference {
  readonly command: Command;
  readonly ours: string;
  readonly theirs: string;
  readonly history: readonly Command[];
}

/** Generous on purpose: it ends a hang, it measures nothing. */
const SILENCE_MS = 30_000;

const DIGEST: Command = ['DEBUG', 'DIGEST'];

/** Both servers as new, as far as commands can do that. */
const RESET: readonly Command[] = [
  ['RESET'],
  ['FLUSHALL'],
  ['SCRIPT', 'FLUSH'],
  ['FUNCTION', 'FLUSH'],
  ['CONFIG', 'SET', 'hash-max-listpack-entries', '128', 'hash-max-listpack-value', '64'],
  ['CONFIG', 'SET', 'zset-max-listpack-entries', '128', 'zset-max-listpack-value', '64'],
  ['CONFIG', 'SET', 'set-max-intset-entries', '512', 'hll-sparse-max-bytes', '3000'],
  ['CONFIG', 'SET', 'list-max-listpack-size', '-2'],
  ['CONFIG', 'SET', 'stream-node-max-entries', '100', 'stream-node-max-bytes', '4096'],
];

/** Two servers that are asked the same. */
export class Duel {
  readonly #ours: Peer;
  readonly #theirs: Peer;
  /** Of the reference. */
  readonly version: string;
  readonly #resp: string;
  #judge: Judge;
  #history: Command[] = [];

  private constructor(ours: Peer, theirs: Peer, version: string, resp: string) {
    this.#ours = ours;
    this.#theirs = theirs;
    this.version = version;
    this.#resp = resp;
    this.#judge = new Judge(version);
  }

  static async open(ourPort: number, theirPort: number, resp: 2 | 3): Promise<Duel> {
    const [ours, theirs] = await Promise.all([Peer.open(ourPort), Peer.open(theirPort)]);
    const info = (await theirs.ask('INFO', 'server')).body ?? '';
    const version = /redis_version:(\S+)/.exec(info)?.[1] ?? 'unknown';
    const duel = new Duel(ours, theirs, version, `${resp}`);
    await duel.reset();
    return duel;
  }

  close(): void {
    this.#ours.close();
    this.#theirs.close();
  }

  async reset(): Promise<void> {
    const commands = [...RESET, ['HELLO', this.#resp]];
    await Promise.all([this.#ours.send(commands), this.#theirs.send(commands)]);
    this.#judge = new Judge(this.version);
    this.#history = [];
  }

  /** Sends `commands` to both; the first difference in replies or, after them, in data. */
  async compare(commands: readonly Command[]): Promise<Difference | undefined> {
    const asked = [...commands, DIGEST];
    const both = Promise.all([this.#ours.send(asked), this.#theirs.send(asked)]);
    const [ours, theirs] = await this.#orSilence(both, asked);
    for (const [i, command] of asked.entries()) {
      if (command !== DIGEST) this.#history.push(command);
      if (this.#judge.same(command, ours[i]!, theirs[i]!)) continue;
      return {
        command,
        ours: printReply(ours[i]!),
        theirs: printReply(theirs[i]!),
        history: [...this.#history],
      };
    }
    return undefined;
  }

  /** A reply that does not come is told with its command; the test's own time limit could not. */
  async #orSilence<T>(replies: Promise<T>, asked: readonly Command[]): Promise<T> {
    let timer: Timer | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const first = (peer: Peer) => JSON.stringify(asked[asked.length - peer.owed] ?? 'nothing');
        const waiting = `ours owes ${first(this.#ours)}, theirs ${first(this.#theirs)}`;
        reject(new Error(`no reply within ${SILENCE_MS} ms: ${waiting}`));
      }, SILENCE_MS);
    });
    try {
      return await Promise.race([replies, silence]);
    } finally {
      clearTimeout(timer);
    }
  }
}
