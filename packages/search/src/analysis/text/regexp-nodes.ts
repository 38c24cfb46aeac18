import { AnalysisError } from '../core/errors.ts';

/** An expression; the derivative by a character is the expression for the rest of the text. */
export interface RegexpNode {
  readonly id: number;
  readonly nullable: boolean;
  /** Of a union: what it is made of, by id. */
  readonly members?: readonly RegexpNode[];
  derive(code: number): RegexpNode;
}

export type CodeRange = readonly [number, number];

export const NOTHING: RegexpNode = { id: 0, nullable: false, derive: () => NOTHING };
export const EMPTY: RegexpNode = { id: 1, nullable: true, derive: () => NOTHING };

/** As many parts as the automata of an expression may have, however it is repeated and combined. */
const MAX_EFFORT = 200_000;

/**
 * The expressions that derive from one. Each is made once and known by what it is made of, and unions
 * are sets, so that there is an end to them: the derivatives are a lazily built automaton. Making too
 * many is refused, since some expressions have exponentially many.
 */
export class RegexpNodes {
  private readonly known = new Map<string, RegexpNode>();
  private effort = 0;
  private nextId = 2;

  chars(ranges: readonly CodeRange[]): RegexpNode {
    return this.make(`[${ranges.join(';')}]`, false, (code) =>
      ranges.some(([low, high]) => code >= low && code <= high) ? EMPTY : NOTHING,
    );
  }

  concat(left: RegexpNode, right: RegexpNode): RegexpNode {
    if (left === NOTHING || right === NOTHING) return NOTHING;
    if (left === EMPTY) return right;
    if (right === EMPTY) return left;
    const nullable = left.nullable && right.nullable;
    return this.make(`${left.id}.${right.id}`, nullable, (code) => {
      const first = this.concat(left.derive(code), right);
      return left.nullable ? this.union([first, right.derive(code)]) : first;
    });
  }

  union(nodes: readonly RegexpNode[]): RegexpNode {
    const all = new Map<number, RegexpNode>();
    for (const node of nodes) for (const one of node.members ?? [node]) all.set(one.id, one);
    all.delete(NOTHING.id);
    const members = [...all.values()].sort((a, b) => a.id - b.id);
    if (members.length < 2) return members[0] ?? NOTHING;
    return this.make(
      members.map(({ id }) => id).join('|'),
      members.some(({ nullable }) => nullable),
      (code) => this.union(members.map((member) => member.derive(code))),
      members,
    );
  }

  intersect(left: RegexpNode, right: RegexpNode): RegexpNode {
    if (left === right) return left;
    if (left === NOTHING || right === NOTHING) return NOTHING;
    return this.make(`${left.id}&${right.id}`, left.nullable && right.nullable, (code) =>
      this.intersect(left.derive(code), right.derive(code)),
    );
  }

  complement(node: RegexpNode): RegexpNode {
    return this.make(`~${node.id}`, !node.nullable, (code) => this.complement(node.derive(code)));
  }

  star(node: RegexpNode): RegexpNode {
    if (node === EMPTY || node === NOTHING) return EMPTY;
    const self = this.make(`${node.id}*`, true, (code) => this.concat(node.derive(code), self));
    return self;
  }

  repeat(node: RegexpNode, min: number, max: number): RegexpNode {
    if (node === EMPTY || (node === NOTHING && min === 0)) return EMPTY;
    if (node === NOTHING) return NOTHING;
    let result: RegexpNode = EMPTY;
    if (max === Number.POSITIVE_INFINITY) result = this.star(node);
    else for (let i = min; i < max; i++) result = this.union([EMPTY, this.concat(node, result)]);
    for (let i = 0; i < min; i++) result = this.concat(node, result);
    return result;
  }

  literal(text: string): RegexpNode {
    return [...text].reduceRight<RegexpNode>((rest, char) => {
      const code = char.codePointAt(0) as number;
      return this.concat(this.chars([[code, code]]), rest);
    }, EMPTY);
  }

  private make(
    key: string,
    nullable: boolean,
    derive: (code: number) => RegexpNode,
    members?: readonly RegexpNode[],
  ): RegexpNode {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.spend(members?.length ?? 1);
    const cache = new Map<number, RegexpNode>();
    const node: RegexpNode = {
      id: this.nextId++,
      nullable,
      ...(members === undefined ? {} : { members }),
      derive(code) {
        let next = cache.get(code);
        if (next === undefined) {
          next = derive(code);
          cache.set(code, next);
        }
        return next;
      },
    };
    this.known.set(key, node);
    return node;
  }

  private spend(effort: number): void {
    this.effort += effort;
    if (this.effort <= MAX_EFFORT) return;
    throw new AnalysisError(
      `Determinizing automaton with ${this.nextId} states would require more than 10000 effort.`,
    );
  }
}
