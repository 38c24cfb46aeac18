/** Queries on terms by pattern. */
import { illegalArgument } from '../../errors/search-error.ts';
import { javaText } from '../../mapping/parameter.ts';
import { clauseOn, mustBeAllowed } from '../fields/field-kind.ts';
import { fuzzyQuery } from '../patterns/fuzzy.ts';
import { prefixQuery, regexpQuery, wildcardQuery } from '../patterns/term-patterns.ts';
import { fuzzinessOf } from './match.ts';
import { fieldBody, type Params } from './params.ts';
import type { QueryParser } from './scope.ts';
import { onField } from './term-level.ts';

const PREFIX_ADVICE =
  ' For optimised prefix queries on text fields please enable [index_prefixes].';

function valueFrom(params: Params, ...names: string[]): string {
  for (const name of names) {
    const value = params.get(name);
    if (value !== undefined) return javaText(value);
  }
  throw illegalArgument('value cannot be null');
}

export const prefix: QueryParser = (body, scope) => {
  const known = ['value', 'prefix', 'rewrite', 'case_insensitive'];
  const { field, params } = fieldBody(scope, 'prefix', body, 'value', known);
  const text = valueFrom(params, 'value', 'prefix');
  const ignoreCase = params.flag('case_insensitive', false);
  return params.finish(
    onField(field, (found, context) => {
      mustBeAllowed(context, 'prefix', PREFIX_ADVICE);
      return prefixQuery(found, text, ignoreCase);
    }),
  );
};

export const wildcard: QueryParser = (body, scope) => {
  const known = ['value', 'wildcard', 'rewrite', 'case_insensitive'];
  const { field, params } = fieldBody(scope, 'wildcard', body, 'value', known);
  const text = valueFrom(params, 'value', 'wildcard');
  const ignoreCase = params.flag('case_insensitive', false);
  return params.finish(
    onField(field, (found, context) => {
      mustBeAllowed(context, 'wildcard');
      return wildcardQuery(found, text, ignoreCase);
    }),
  );
};

export const regexp: QueryParser = (body, scope) => {
  const known = [
    'value',
    'flags',
    'flags_value',
    'max_determinized_states',
    'rewrite',
    'case_insensitive',
  ];
  const { field, params } = fieldBody(scope, 'regexp', body, 'value', known);
  const text = valueFrom(params, 'value');
  const ignoreCase = params.flag('case_insensitive', false);
  return params.finish(
    onField(field, (found, context) => {
      const { mapping } = context;
      mustBeAllowed(context, 'regexp');
      const limit = mapping.context.indexSetting('max_regex_length');
      return regexpQuery(found, text, {
        ignoreCase,
        ...(limit === undefined ? {} : { maxLength: Number(limit) }),
      });
    }),
  );
};

export const fuzzy: QueryParser = (body, scope) => {
  const known = [
    'value',
    'term',
    'fuzziness',
    'prefix_length',
    'max_expansions',
    'transpositions',
    'rewrite',
  ];
  const { field, params } = fieldBody(scope, 'fuzzy', body, 'value', known);
  const text = valueFrom(params, 'value', 'term');
  const fuzziness = fuzzinessOf(params, 'AUTO');
  if (fuzziness === undefined) throw illegalArgument('fuzziness cannot be null');
  return params.finish(
    onField(field, (found, context) => {
      mustBeAllowed(context, 'fuzzy');
      return clauseOn(found, fuzzyQuery(found, text, fuzziness, context));
    }),
  );
};
