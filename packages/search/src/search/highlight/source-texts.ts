import { isJsonNumber, isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import type { FieldMapper } from '../../mapping/mapper.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { javaText } from '../../mapping/parameter.ts';

/** The texts of a field in a document's source, as far as they were indexed. */
export function sourceTexts(mapping: Mapping, field: FieldMapper, source: JsonObject): string[] {
  const limit = field.value('ignore_above');
  const longest = typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
  const texts: string[] = [];
  gather(source, sourcePath(mapping, field.path), texts);
  return texts.filter((text) => text.length <= longest);
}

/** A multi-field's values are those of the field it belongs to. */
function sourcePath(mapping: Mapping, path: string): string {
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const parent = path.slice(0, dot);
    if (mapping.fields.has(parent)) return parent;
  }
  return path;
}

/** Values under a path; names in a source may have dots, and anything may be a list. */
function gather(json: Json, path: string, texts: string[]): void {
  if (Array.isArray(json)) {
    for (const item of json) gather(item, path, texts);
    return;
  }
  if (path === '') {
    if (typeof json === 'string' || typeof json === 'boolean' || isJsonNumber(json)) {
      texts.push(javaText(json));
    }
    return;
  }
  if (!isJsonObject(json)) return;
  for (const [name, value] of json) {
    if (path === name) gather(value, '', texts);
    else if (path.startsWith(`${name}.`)) gather(value, path.slice(name.length + 1), texts);
  }
}
