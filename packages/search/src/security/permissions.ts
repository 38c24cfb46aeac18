/** What a set of roles allows. */
import type { IndexGrant, Role } from './model.ts';
import { matchesAny } from './names.ts';
import {
  clusterPrivilege,
  covers,
  grants,
  indexPrivilege,
  type PrivilegeDefinition,
} from './privileges.ts';

/**
 * Names that even `*` does not reach unless a grant says so. The results of tasks are not among them:
 * whoever may do everything may tidy them up.
 */
const RESTRICTED = ['.security', '.security-*', '.async-search*', '.fleet-*'];

export function isRestricted(index: string): boolean {
  return matchesAny(RESTRICTED, index);
}

export class Permissions {
  /** All sets must allow: an API key is bound by its own roles and by its owner's. */
  constructor(private readonly sets: readonly (readonly Role[])[]) {}

  allowsCluster(action: string): boolean {
    return this.everySet((role) =>
      role.cluster.some((name) => {
        const privilege = clusterPrivilege(name);
        return privilege !== undefined && grants(privilege, action);
      }),
    );
  }

  allowsIndex(action: string, index: string): boolean {
    return this.everySet((role) =>
      role.indices.some((grant) => reaches(grant, index) && grantsAction(grant, action)),
    );
  }

  /** Whether there is any index at all on which the action is allowed. */
  allowsSomeIndex(action: string): boolean {
    return this.everySet((role) => role.indices.some((grant) => grantsAction(grant, action)));
  }

  hasClusterPrivilege(name: string): boolean {
    const wanted = clusterPrivilege(name);
    if (wanted === undefined) return false;
    return this.everySet((role) =>
      role.cluster.some((held) => coversByName(clusterPrivilege(held), wanted)),
    );
  }

  /** `index` may be a pattern: then a grant must reach all that it reaches. */
  hasIndexPrivilege(name: string, index: string, restrictedToo: boolean): boolean {
    const wanted = indexPrivilege(name);
    if (wanted === undefined) return false;
    return this.everySet((role) =>
      role.indices.some(
        (grant) =>
          matchesAny(grant.names, index) &&
          (grant.allowRestrictedIndices || !(restrictedToo || isRestricted(index))) &&
          grant.privileges.some((held) => coversByName(indexPrivilege(held), wanted)),
      ),
    );
  }

  /** `actionsOf` tells what a privilege's name stands for in that application. */
  hasApplicationPrivilege(
    application: string,
    privilege: string,
    resource: string,
    actionsOf: (name: string) => readonly string[] | undefined,
  ): boolean {
    const wanted = actionsOf(privilege) ?? [privilege];
    return this.everySet((role) => {
      const held = role.applications
        .filter(
          (grant) =>
            matchesAny([grant.application], application) && matchesAny(grant.resources, resource),
        )
        .flatMap((grant) => grant.privileges);
      if (matchesAny(held, privilege)) return true;
      const actions = held.flatMap((name) => actionsOf(name) ?? [name]);
      return wanted.every((action) => matchesAny(actions, action));
    });
  }

  allowsRunAs(username: string): boolean {
    return this.everySet((role) => matchesAny(role.runAs, username));
  }

  private everySet(allows: (role: Role) => boolean): boolean {
    return this.sets.every((roles) => roles.some(allows));
  }
}

function coversByName(held: PrivilegeDefinition | undefined, wanted: PrivilegeDefinition): boolean {
  return held !== undefined && covers(held, wanted);
}

function reaches(grant: IndexGrant, index: string): boolean {
  return matchesAny(grant.names, index) && (grant.allowRestrictedIndices || !isRestricted(index));
}

function grantsAction(grant: IndexGrant, action: string): boolean {
  return grant.privileges.some((name) => {
    const privilege = indexPrivilege(name);
    return privilege !== undefined && grants(privilege, action);
  });
}
