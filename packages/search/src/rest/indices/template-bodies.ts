/** Bodies of template requests, checked and brought into the form they are kept in. */
import { scalarText } from '../../errors/scalar-text.ts';
import { illegalArgument, SearchError, validationError } from '../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import { parseAliases } from '../../metadata/aliases.ts';
import { checkIndexSettings, indexSettingsFrom, sorted } from '../../metadata/index-settings.ts';
import { withoutType } from '../../metadata/mapping-port.ts';
import {
  checkPatterns,
  checkTemplateName,
  invalidTemplate,
  numberIn,
} from '../../metadata/templates.ts';
import { parseLifecycle } from './data-stream-lifecycle.ts';

const COMPONENT_KEYS = ['template', 'version', '_meta', 'allow_auto_create', 'deprecated'];
const COMPOSABLE_KEYS = [
  'index_patterns',
  'template',
  'composed_of',
  'priority',
  'version',
  '_meta',
  'data_stream',
  'allow_auto_create',
  'ignore_missing_component_templates',
  'deprecated',
];
const LEGACY_KEYS = [
  'index_patterns',
  'template',
  'order',
  'version',
  'settings',
  'mappings',
  'aliases',
];

function checkKeys(what: string, body: JsonObject, known: readonly string[]): void {
  for (const name of body.keys()) {
    if (known.includes(name)) continue;
    throw new SearchError('x_content_parse_exception', `[1:2] [${what}] unknown field [${name}]`);
  }
}

export function parseComponent(name: string, body: JsonObject): JsonObject {
  checkTemplateName(name);
  checkKeys('component_template', body, COMPONENT_KEYS);
  const template = body.get('template');
  if (!isJsonObject(template)) {
    throw illegalArgument('Required [template]');
  }
  return new Map<string, Json>([...body, ['template', templatePart(template)]]);
}

export function parseComposable(name: string, body: JsonObject): JsonObject {
  checkTemplateName(name);
  checkKeys('index_template', body, COMPOSABLE_KEYS);
  if (!body.has('index_patterns')) throw illegalArgument('Required [index_patterns]');
  const patterns = textList(body.get('index_patterns'));
  if (patterns.length === 0) throw validationError(['index patterns are missing']);
  checkPatterns(name, patterns);
  if (numberIn(body, 'priority') < 0)
    throw validationError(['index template priority must be >= 0']);
  const result: JsonObject = new Map(body);
  result.set('index_patterns', patterns);
  const template = body.get('template');
  if (isJsonObject(template)) {
    if (isJsonObject(template.get('lifecycle')) && !body.has('data_stream')) {
      throw invalidTemplate(
        name,
        `index template [${name}] specifies lifecycle configuration that can only be used in combination with a data stream`,
      );
    }
    result.set('template', templatePart(template));
  }
  result.set('composed_of', textList(body.get('composed_of')));
  return result;
}

export function parseLegacy(name: string, body: JsonObject): JsonObject {
  checkTemplateName(name);
  for (const key of body.keys()) {
    if (!LEGACY_KEYS.includes(key)) {
      throw new SearchError('parse_exception', `unknown key [${key}] in the template `);
    }
  }
  const patterns = textList(body.get('index_patterns') ?? body.get('template'));
  if (patterns.length === 0) throw validationError(['index patterns are missing']);
  checkPatterns(name, patterns);
  const part = templatePart(body);
  const result: JsonObject = new Map<string, Json>([['order', numberIn(body, 'order')]]);
  const version = body.get('version');
  if (version !== undefined && version !== null) {
    if (typeof version !== 'number')
      throw illegalArgument('Malformed [version] value, should be an integer');
    result.set('version', version);
  }
  result.set('index_patterns', patterns);
  result.set('settings', part.get('settings') ?? new Map());
  result.set('mappings', part.get('mappings') ?? new Map());
  result.set('aliases', part.get('aliases') ?? new Map());
  return result;
}

/** Settings checked and flat, mappings without type, aliases in the spelling answers have. */
function templatePart(template: JsonObject): JsonObject {
  const part: JsonObject = new Map();
  if (template.has('settings')) {
    const settings = indexSettingsFrom(template.get('settings'));
    checkIndexSettings(settings);
    part.set(
      'settings',
      new Map(
        [...sorted(settings)].map(([k, v]) => [
          k,
          typeof v === 'string' || v === null ? v : [...v],
        ]),
      ),
    );
  }
  if (template.has('mappings')) part.set('mappings', withoutType(template.get('mappings')));
  if (template.has('aliases')) {
    const aliases: JsonObject = new Map();
    for (const [name, alias] of parseAliases(template.get('aliases'))) {
      const body: JsonObject = new Map();
      if (alias.filter !== undefined) body.set('filter', alias.filter);
      if (alias.indexRouting !== undefined) body.set('index_routing', alias.indexRouting);
      if (alias.searchRouting !== undefined) body.set('search_routing', alias.searchRouting);
      if (alias.isWriteIndex !== undefined) body.set('is_write_index', alias.isWriteIndex);
      if (alias.isHidden !== undefined) body.set('is_hidden', alias.isHidden);
      aliases.set(name, body);
    }
    part.set('aliases', aliases);
  }
  if (template.has('lifecycle')) part.set('lifecycle', parseLifecycle(template.get('lifecycle')));
  return part;
}

function textList(value: Json | undefined): string[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(scalarText) : [scalarText(value)];
}
