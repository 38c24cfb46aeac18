/** What the security store keeps. */
import type { Json, JsonObject } from '../json/values.ts';

export interface User {
  readonly username: string;
  readonly hash: string;
  readonly roles: readonly string[];
  readonly fullName: string | null;
  readonly email: string | null;
  readonly metadata: JsonObject;
  readonly enabled: boolean;
}

export interface IndexGrant {
  readonly names: readonly string[];
  readonly privileges: readonly string[];
  readonly fieldSecurity?: JsonObject;
  readonly query?: string;
  readonly allowRestrictedIndices: boolean;
}

export interface ApplicationGrant {
  readonly application: string;
  readonly privileges: readonly string[];
  readonly resources: readonly string[];
}

/** A privilege that an application defines: a name for actions only the application knows. */
export interface ApplicationPrivilege {
  readonly actions: readonly string[];
  readonly metadata: JsonObject;
}

export interface Role {
  readonly cluster: readonly string[];
  readonly indices: readonly IndexGrant[];
  readonly applications: readonly ApplicationGrant[];
  readonly runAs: readonly string[];
  readonly metadata: JsonObject;
  readonly global?: Json;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** Keyed hash of the secret; a secret of 16 random bytes needs no slow one. */
  readonly hash: string;
  readonly creation: number;
  readonly expiration: number | null;
  readonly invalidation: number | null;
  readonly username: string;
  readonly realm: string;
  readonly roleDescriptors: ReadonlyMap<string, Role>;
  /** The owner's roles at creation: a key never does more than its owner could. */
  readonly limitedBy: ReadonlyMap<string, Role>;
  readonly metadata: JsonObject;
}

export const NO_ROLE: Role = {
  cluster: [],
  indices: [],
  applications: [],
  runAs: [],
  metadata: new Map(),
};
