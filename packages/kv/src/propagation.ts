/**
 * The one seam where the effect of an executed write goes to the append-only file, to replicas and
 * to whoever else follows the data set. Commands that are not deterministic, or that others must
 * not see as they were sent, say here what to propagate instead.
 *
 * Order: effects collected while one command (or EXEC, or script) runs are handed over together
 * when it ends; more than one of them is wrapped in MULTI/EXEC so that followers apply all or none.
 */
import { Args } from './resp/args.ts';
import type { Database } from './store/database.ts';

/** Kinds of followers, as bits: a script may keep its writes from either. */
export const TARGET = { aof: 1, replicas: 2, all: 3 } as const;

/** The database of an effect that belongs to none. */
export const ANY_DB = -1;

/** Receives effects in order. */
export interface Follower {
  /** One of TARGET; a follower of no kind gets what any kind gets. */
  readonly target?: number;
  /**
   * A write that happened on this database (ANY_DB for MULTI and EXEC, which belong to none). `args`
   * is valid only during the call.
   */
  effect(db: number, args: Args): void;
}

interface Effect {
  readonly targets: number;
  readonly db: number;
  readonly args: Args;
}

export class Propagation {
  /** Counts changes to the data set; a command that leaves it unchanged propagates nothing. */
  dirty = 0;
  readonly followers: Follower[] = [];
  /** Nesting of EXEC, scripts and commands; effects are handed over when it returns to 0. */
  private depth = 0;
  private readonly pending: Effect[] = [];
  /** What the running command wants propagated instead of itself; null = itself. */
  private replacement: Effect[] | null = null;
  /** Set while effects of the running command must not propagate (PROPAGATE NONE). */
  private prevented = false;
  /** The running command propagates to these although nothing is dirty; 0 for nobody. */
  private forced = 0;
  /** Who gets what happens now, a bit set over TARGET: redis.set_repl. */
  targets: number = TARGET.all;

  get active(): boolean {
    return this.followers.length > 0;
  }

  enter(): void {
    this.depth++;
  }

  /**
   * Ends a unit; hands effects over when it was the outermost. `independent` ones need not be applied
   * together: the keys that a SCAN met and that had expired.
   */
  leave(independent = false): void {
    if (--this.depth === 0 && this.pending.length > 0) this.flush(independent);
  }

  /** Replaces the running command by these (binary strings) for followers. */
  rewrite(db: Database, ...words: readonly string[]): void {
    this.rewriteWords(db, words);
  }

  /** As rewrite, for words too many to be arguments of a call. */
  rewriteWords(db: Database, words: readonly string[]): void {
    this.replacement = this.active ? [this.effect(db, Args.of(words))] : [];
  }

  /** Propagates an effect in addition to the running command, before it. */
  also(db: Database, ...words: readonly string[]): void {
    if (!this.active || this.targets === 0) return;
    this.pending.push(this.effect(db, Args.of(words)));
    if (this.depth === 0) this.flush();
  }

  /** The running command itself is not propagated (effects given by `also` are). */
  prevent(): void {
    this.prevented = true;
  }

  /** The running command propagates to these followers although it changes nothing. */
  force(targets: number = TARGET.all): void {
    this.forced = targets;
  }

  /** True when the running command is to be propagated, given the value of dirty before it. */
  isDue(dirtyBefore: number): boolean {
    return this.dirty !== dirtyBefore || this.forced !== 0;
  }

  /** Called by dispatch around each command: forgets what the previous one asked for. */
  begin(): void {
    this.replacement = null;
    this.prevented = false;
    this.forced = 0;
  }

  /** Called by dispatch after a command that changed something (or was forced). */
  commit(db: Database, args: Args): void {
    if (!this.active || this.prevented || this.targets === 0) return;
    if (this.replacement !== null) this.pending.push(...this.replacement);
    else this.pending.push(this.effect(db, args.clone()));
  }

  private effect(db: Database, args: Args): Effect {
    const targets = this.forced === 0 ? this.targets : this.targets & this.forced;
    return { targets, db: db.index, args };
  }

  private flush(independent = false): void {
    const effects = this.pending.splice(0);
    const wrap = effects.length > 1 && !independent;
    if (wrap) this.emit(bracket('MULTI'));
    for (const e of effects) this.emit(e);
    if (wrap) this.emit(bracket('EXEC'));
  }

  private emit({ targets, db, args }: Effect): void {
    for (const f of this.followers) {
      if (((f.target ?? TARGET.all) & targets) !== 0) f.effect(db, args);
    }
  }
}

function bracket(word: 'MULTI' | 'EXEC'): Effect {
  return { targets: TARGET.all, db: ANY_DB, args: Args.of([word]) };
}
