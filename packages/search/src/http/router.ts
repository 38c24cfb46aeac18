/** Finds the route of a path: at each step literal parts win over parameters. */
import type { Method, Route } from './route.ts';

interface Leaf {
  readonly route: Route;
  readonly names: readonly string[];
}

interface Branch {
  readonly literal: Map<string, Branch>;
  any: Branch | undefined;
  readonly leaves: Map<Method, Leaf>;
}

export interface Match {
  readonly route: Route;
  readonly params: ReadonlyMap<string, string>;
}

/** The order in which allowed methods are listed. */
const METHOD_ORDER: readonly Method[] = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'PATCH',
];

export class Router {
  private readonly root = branch();

  constructor(routes: readonly Route[] = []) {
    for (const route of routes) this.add(route);
  }

  /** Throws when another route already has this path and method: a mistake in the table. */
  add(route: Route): void {
    const names: string[] = [];
    let at = this.root;
    for (const part of parts(route.path)) {
      const name = /^\{(.+)\}$/.exec(part)?.[1];
      if (name === undefined) {
        const next = at.literal.get(part) ?? branch();
        at.literal.set(part, next);
        at = next;
      } else {
        names.push(name);
        at = at.any ??= branch();
      }
    }
    for (const method of route.methods) {
      if (at.leaves.has(method)) throw new Error(`two routes for ${method} ${route.path}`);
      at.leaves.set(method, { route, names });
    }
  }

  /** The route of a method and (still encoded) path, or undefined. */
  find(method: string, path: string): Match | undefined {
    for (const { leaves, values } of this.matches(path)) {
      const leaf = leaves.get(method as Method);
      if (leaf === undefined) continue;
      const params = new Map(leaf.names.map((name, i) => [name, values[i] as string]));
      return { route: leaf.route, params };
    }
    return undefined;
  }

  /** The methods some route has for this path; none when no route knows it. */
  allowed(path: string): Method[] {
    const methods = new Set<Method>();
    for (const { leaves } of this.matches(path)) for (const m of leaves.keys()) methods.add(m);
    return METHOD_ORDER.filter((method) => methods.has(method));
  }

  private *matches(path: string): Generator<{ leaves: Map<Method, Leaf>; values: string[] }> {
    const wanted = parts(path);
    const walk = function* (
      at: Branch,
      depth: number,
      values: string[],
    ): Generator<{ leaves: Map<Method, Leaf>; values: string[] }> {
      if (depth === wanted.length) {
        if (at.leaves.size > 0) yield { leaves: at.leaves, values };
        return;
      }
      const part = wanted[depth] as string;
      const next = at.literal.get(part);
      if (next !== undefined) yield* walk(next, depth + 1, values);
      // `//_refresh` names no index, which is all of them.
      if (at.any !== undefined && (part !== '' || depth === 0))
        yield* walk(at.any, depth + 1, [...values, part]);
    };
    yield* walk(this.root, 0, []);
  }
}

function branch(): Branch {
  return { literal: new Map(), any: undefined, leaves: new Map() };
}

/** A slash at the end changes nothing. */
function parts(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/+$/, '').split('/');
}
