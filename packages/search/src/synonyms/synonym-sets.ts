/**
 * Sets of synonyms that analyzers load by name. `_synonyms/synonyms.json` in the data directory:
 *
 *   {"format": 1, "sets": {name: {rule id: rule}}}
 *
 * The file is replaced as a whole, before a change is acknowledged.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { UserError } from '@tandem/common/user-error.ts';
import { illegalArgument, SearchError, validationError } from '../errors/search-error.ts';
import { readIfThere, replaceFile } from '../files.ts';
import { jsonText } from '../json/json-writer.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject, type Json } from '../json/values.ts';

const FORMAT = 1;
const MAX_RULES = 10_000;

export interface SynonymRule {
  readonly id?: string | undefined;
  readonly synonyms: string;
}

export class SynonymSets {
  /** Rules by their ids, by the name of their set. */
  private readonly sets = new Map<string, Map<string, string>>();
  private readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, '_synonyms', 'synonyms.json');
    const text = readIfThere(this.path);
    if (text !== undefined) this.load(text);
  }

  names(): string[] {
    return [...this.sets.keys()].sort();
  }

  has(name: string): boolean {
    return this.sets.has(name);
  }

  /** The rules of a set by id, sorted; throws when there is no such set. */
  rules(name: string): { id: string; synonyms: string }[] {
    const found = this.sets.get(name);
    if (found === undefined) throw notFound(`synonyms set [${name}] not found`);
    return [...found]
      .map(([id, synonyms]) => ({ id, synonyms }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  rule(name: string, id: string): { id: string; synonyms: string } {
    const found = this.rules(name).find((rule) => rule.id === id);
    if (found === undefined) {
      throw notFound(`synonym rule [${id}] not found on synonyms set [${name}]`);
    }
    return found;
  }

  put(name: string, rules: readonly SynonymRule[]): 'created' | 'updated' {
    if (rules.length > MAX_RULES) {
      throw illegalArgument(
        `The number of synonyms rules in a synonym set cannot exceed ${MAX_RULES}`,
      );
    }
    checkRules(rules);
    const result = this.sets.has(name) ? 'updated' : 'created';
    this.sets.set(name, new Map(rules.map(({ id, synonyms }) => [id ?? newId(), synonyms])));
    this.save();
    return result;
  }

  putRule(name: string, id: string, synonyms: string): 'created' | 'updated' {
    checkRules([{ synonyms }]);
    this.rules(name);
    const rules = this.sets.get(name) as Map<string, string>;
    const result = rules.has(id) ? 'updated' : 'created';
    if (result === 'created' && rules.size >= MAX_RULES) {
      throw illegalArgument(
        `The number of synonym rules in a synonyms set cannot exceed ${MAX_RULES}`,
      );
    }
    rules.set(id, synonyms);
    this.save();
    return result;
  }

  delete(name: string): void {
    this.rules(name);
    this.sets.delete(name);
    this.save();
  }

  deleteRule(name: string, id: string): void {
    this.rule(name, id);
    this.sets.get(name)?.delete(id);
    this.save();
  }

  private save(): void {
    replaceFile(this.path, `${jsonText({ format: FORMAT, sets: this.sets })}\n`);
  }

  private load(text: string): void {
    const root = parseJson(text);
    const sets = isJsonObject(root) && root.get('format') === FORMAT ? root.get('sets') : undefined;
    if (!isJsonObject(sets)) {
      throw new UserError(`[${this.path}] is damaged: restore it from a backup.`);
    }
    for (const [name, rules] of sets) {
      const entries = isJsonObject(rules) ? [...rules] : [];
      this.sets.set(name, new Map(entries.map(([id, rule]: [string, Json]) => [id, String(rule)])));
    }
  }
}

function notFound(reason: string): SearchError {
  return new SearchError('resource_not_found_exception', reason);
}

const newId = (): string => randomBytes(15).toString('base64url');

/** Throws all that is wrong with the rules. */
function checkRules(rules: readonly SynonymRule[]): void {
  const complaints = rules.map(({ synonyms }) => complaint(synonyms)).filter((text) => text !== '');
  if (complaints.length > 0) throw validationError(complaints);
}

function complaint(rule: string): string {
  if (rule.trim() === '') return "[synonyms] field can't be empty";
  const sides = rule.split('=>');
  if (sides.length > 2) {
    return `More than one explicit mapping specified in the same synonyms rule: [${rule}]`;
  }
  const isBroken = sides.some((side) => side.split(',').some((word) => word.trim() === ''));
  return isBroken ? `Incorrect syntax for [synonyms]: [${rule}]` : '';
}
