import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonObject, type JsonObject } from '../../json/values.ts';
import type { FieldType } from '../field-type.ts';
import { bool, javaText, META, mapperParsing, type Parameter } from '../parameter.ts';
import { addKeyword, addTerm } from './common.ts';

const RELATIONS: Parameter = {
  name: 'relations',
  fallback: new Map(),
  updateable: true,
  parse: (value) => {
    if (!isJsonObject(value)) throw mapperParsing('[relations] must be an object');
    return value;
  },
};

function childrenOf(relations: JsonObject, parent: string): string[] {
  const children = relations.get(parent);
  if (children === undefined) return [];
  return Array.isArray(children) ? children.map(javaText) : [javaText(children)];
}

/** The field with the id of the parent, one for each parent relation. */
export const joinField = (path: string, parent: string) => `${path}#${parent}`;

/** Parents and children in one index: the relation's name, and the parent's id beside it. */
export const JOIN: FieldType = {
  name: 'join',
  column: 'keyword',
  isBare: true,
  parameters: [bool('eager_global_ordinals', true, { updateable: true }), RELATIONS, META],
  make: (setup) => {
    const { path } = setup;
    const relations = setup.value('relations') as JsonObject;
    const parentOf = new Map<string, string>();
    for (const parent of relations.keys()) {
      for (const child of childrenOf(relations, parent)) {
        if (parentOf.has(child)) {
          throw illegalArgument(`[${child}] cannot have multiple parents`);
        }
        parentOf.set(child, parent);
      }
    }
    return {
      index: (value, row) => {
        const json = value.json();
        const name = isJsonObject(json) ? json.get('name') : json;
        const parentId = isJsonObject(json) ? json.get('parent') : undefined;
        if (name === undefined || name === null) {
          throw illegalArgument(`null join name in field [${path}]`);
        }
        const relation = javaText(name);
        const parent = parentOf.get(relation);
        if (parent === undefined && !relations.has(relation)) {
          throw illegalArgument(`unknown join name [${relation}] for field [${path}]`);
        }
        if (parent !== undefined) {
          if (parentId === undefined || parentId === null) {
            throw illegalArgument(`[parent] is missing for join field [${path}]`);
          }
          if (row.routing === undefined) {
            throw illegalArgument(`[routing] is missing for join field [${path}]`);
          }
          addTerm(row, joinField(path, parent), javaText(parentId));
          addKeyword(row, joinField(path, parent), javaText(parentId));
        }
        if (relations.has(relation)) {
          addTerm(row, joinField(path, relation), row.id);
          addKeyword(row, joinField(path, relation), row.id);
        }
        addTerm(row, path, relation);
        addKeyword(row, path, relation);
      },
    };
  },
};
