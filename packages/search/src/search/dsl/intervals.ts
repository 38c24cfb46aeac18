import { illegalArgument } from '../../errors/search-error.ts';
import { isJsonObject } from '../../json/values.ts';
import { parseRule } from '../intervals/rules.ts';
import { IntervalIterator } from '../intervals/source.ts';
import { Params } from './params.ts';
import type { QueryParser } from './scope.ts';
import { onField } from './term-level.ts';

export const intervals: QueryParser = (body, scope) => {
  const [entry, second] = [...body];
  if (entry === undefined || second !== undefined || !isJsonObject(entry[1])) {
    throw scope.error('[intervals] query expects one field with its rule', body);
  }
  const [name, rules] = entry;
  const rule = parseRule(rules, scope, body);
  const outer = new Map([...rules].filter(([key]) => ['boost', '_name'].includes(key)));
  return new Params(scope, 'intervals', outer, []).finish(
    onField(name, (field, context) => {
      if (field.kind.isText !== true) {
        throw illegalArgument(
          `Can only use interval queries on text fields - not on [${name}] which is of type [${field.type}]`,
        );
      }
      const make = rule(field, context);
      return {
        kind: 'own',
        text: `IntervalQuery(${name})`,
        iterate: (_, view, boost) => new IntervalIterator(make(view), boost),
      };
    }),
  );
};
