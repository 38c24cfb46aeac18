import { illegalArgument } from '../../errors/search-error.ts';
import type { FieldType } from '../field-type.ts';
import { mapperParsing, text } from '../parameter.ts';

/** Another name of a field, for searches; documents cannot write to it. */
export const ALIAS: FieldType = {
  name: 'alias',
  column: 'none',
  isBare: true,
  parameters: [text('path', undefined, { updateable: true })],
  make: (setup) => {
    if (!setup.isSet('path')) {
      throw mapperParsing(`The [path] property must be specified for field [${setup.name}].`);
    }
    return {
      index: () => {
        throw illegalArgument(`Cannot write to a field alias [${setup.path}].`);
      },
    };
  },
};
