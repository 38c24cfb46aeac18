/** What must hold between the fields of a mapping, once all of them are known. */
import { illegalArgument } from '../errors/search-error.ts';
import type { FieldMapper } from './mapper.ts';
import type { Mapping } from './mapping.ts';
import { mapperParsing } from './parameter.ts';

/** Throws mapper_parsing for aliases and illegal_argument for copies that lead nowhere. */
export function validateReferences(mapping: Mapping): void {
  for (const field of mapping.fields.values()) {
    if (field.type.name === 'alias') checkAlias(mapping, field);
    for (const target of field.copyTo) checkCopy(mapping, field, target);
  }
}

function checkAlias({ fields }: Mapping, alias: FieldMapper): void {
  const target = alias.value('path') as string;
  const complain = (reason: string) =>
    mapperParsing(`Invalid [path] value [${target}] for field alias [${alias.path}]: ${reason}`);
  if (target === alias.path) throw complain('an alias cannot refer to itself.');
  const found = fields.get(target);
  if (found === undefined) {
    throw complain('an alias must refer to an existing field in the mappings.');
  }
  if (found.type.name === 'alias') throw complain('an alias cannot refer to another alias.');
}

function checkCopy({ fields, objects }: Mapping, field: FieldMapper, target: string): void {
  if (objects.has(target)) {
    throw illegalArgument(`Cannot copy to field [${target}] since it is mapped as an object`);
  }
  for (const mapper of fields.values()) {
    if (mapper.fields.size > 0 && [...mapper.fields.values()].some(({ path }) => path === target)) {
      throw illegalArgument(`[copy_to] may not be used to copy to a multi-field: [${target}]`);
    }
    if (mapper.fields.size > 0 && [...mapper.fields.values()].includes(field)) {
      throw illegalArgument(
        `[copy_to] may not be used to copy from a multi-field: [${field.path}]`,
      );
    }
  }
}
