/** Table. The bitmap commands; see spec.ts for what the columns mean. */
import type { CommandSpec } from '../spec.ts';
import { block, group, int, key, keyAt, keysAt, oneOf, str, token } from './parts.ts';

export const BITMAP_COMMANDS: readonly CommandSpec[] = group('bitmap', [
  {
    name: 'bitcount',
    summary: 'Counts the one bits of a string or of a part of it.',
    since: '2.6.0',
    complexity: 'O(N)',
    arity: -2,
    flags: ['readonly'],
    categories: ['bitmap'],
    history: [['7.0.0', '`BYTE` and `BIT` came.']],
    keySpecs: [keyAt(1, 'RO access')],
    arguments: [
      key('key', 0),
      block(
        'range',
        [
          int('start'),
          int('end'),
          oneOf('unit', [token('BYTE'), token('BIT')], { since: '7.0.0', optional: true }),
        ],
        { optional: true },
      ),
    ],
  },
  {
    name: 'bitfield',
    summary: 'Reads, sets and increments integers of any width inside a string.',
    since: '3.2.0',
    complexity: 'O(1) for each operation',
    arity: -2,
    flags: ['write', 'denyoom'],
    categories: ['bitmap'],
    keySpecs: [keyAt(1, 'RW access update variable_flags', 'Reads and writes alike')],
    arguments: [
      key('key', 0),
      oneOf(
        'operation',
        [
          block('get-block', [str('encoding'), int('offset')], { token: 'GET' }),
          block('write', [
            oneOf('overflow-block', [token('WRAP'), token('SAT'), token('FAIL')], {
              token: 'OVERFLOW',
              optional: true,
            }),
            oneOf('write-operation', [
              block('set-block', [str('encoding'), int('offset'), int('value')], { token: 'SET' }),
              block('incrby-block', [str('encoding'), int('offset'), int('increment')], {
                token: 'INCRBY',
              }),
            ]),
          ]),
        ],
        { optional: true, multiple: true },
      ),
    ],
  },
  {
    name: 'bitfield_ro',
    summary: 'Reads integers of any width inside a string.',
    since: '6.0.0',
    complexity: 'O(1) for each operation',
    arity: -2,
    flags: ['readonly', 'fast'],
    categories: ['bitmap'],
    keySpecs: [keyAt(1, 'RO access')],
    arguments: [
      key('key', 0),
      block('get-block', [str('encoding'), int('offset')], {
        token: 'GET',
        optional: true,
        multiple: true,
        multipleToken: true,
      }),
    ],
  },
  {
    name: 'bitop',
    summary: 'Combines strings bit by bit and stores the result.',
    since: '2.6.0',
    complexity: 'O(N)',
    arity: -4,
    flags: ['write', 'denyoom'],
    categories: ['bitmap'],
    keySpecs: [keyAt(2, 'OW update'), keysAt(3, { lastKey: -1, step: 1, limit: 0 }, 'RO access')],
    arguments: [
      oneOf('operation', [token('AND'), token('OR'), token('XOR'), token('NOT')]),
      key('destkey', 0),
      key('key', 1, { multiple: true }),
    ],
  },
  {
    name: 'bitpos',
    summary: 'Finds the first bit of a given value in a string.',
    since: '2.8.7',
    complexity: 'O(N)',
    arity: -3,
    flags: ['readonly'],
    categories: ['bitmap'],
    history: [['7.0.0', '`BYTE` and `BIT` came.']],
    keySpecs: [keyAt(1, 'RO access')],
    arguments: [
      key('key', 0),
      int('bit'),
      block(
        'range',
        [
          int('start'),
          block(
            'end-unit-block',
            [
              int('end'),
              oneOf('unit', [token('BYTE'), token('BIT')], { since: '7.0.0', optional: true }),
            ],
            { optional: true },
          ),
        ],
        { optional: true },
      ),
    ],
  },
  {
    name: 'getbit',
    summary: 'Reads the bit at an offset.',
    since: '2.2.0',
    complexity: 'O(1)',
    arity: 3,
    flags: ['readonly', 'fast'],
    categories: ['bitmap'],
    keySpecs: [keyAt(1, 'RO access')],
    arguments: [key('key', 0), int('offset')],
  },
  {
    name: 'setbit',
    summary: 'Sets the bit at an offset; the string is made when missing.',
    since: '2.2.0',
    complexity: 'O(1)',
    arity: 4,
    flags: ['write', 'denyoom'],
    categories: ['bitmap'],
    keySpecs: [keyAt(1, 'RW access update')],
    arguments: [key('key', 0), int('offset'), int('value')],
  },
]);
