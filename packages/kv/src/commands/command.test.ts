import { describe, expect, test } from 'bun:test';
import type { Client } from '../clients/client.ts';
import { CommandError } from '../errors.ts';
import { Args } from '../resp/args.ts';
import { Writer } from '../resp/writer.ts';
import { commandHandlers } from './command.ts';
import { CommandRegistry } from './registry.ts';
import { COMMAND_TABLE } from './table/index.ts';

const nothing = () => {};
const registry = new CommandRegistry(COMMAND_TABLE, [
  commandHandlers,
  {
    get: nothing,
    set: nothing,
    mset: nothing,
    ping: nothing,
    eval: nothing,
    'config|get': nothing,
  },
]);

function reply(line: string, resp: 2 | 3 = 2): string {
  const out = new Writer();
  out.resp = resp;
  const a = Args.of(line.split(' '));
  const c = { out, server: { registry } } as unknown as Client;
  try {
    registry.find(a)!.handler!(c, a);
  } catch (e) {
    if (!(e instanceof CommandError)) throw e;
    out.error(e.text);
  }
  return out.buf.latin1Slice(0, out.pos).replaceAll('\r\n', ' ');
}

describe('COMMAND', () => {
  test('INFO in RESP2', () => {
    expect(reply('command info get nosuch')).toBe(
      '*2 *10 $3 get :2 *2 +readonly +fast :1 :1 :1 *3 +@read +@string +@fast *0 ' +
        '*1 *6 $5 flags *2 +RO +access $12 begin_search *4 $4 type $5 index $4 spec ' +
        '*2 $5 index :1 $9 find_keys *4 $4 type $5 range $4 spec ' +
        '*6 $7 lastkey :0 $7 keystep :1 $5 limit :0 *0 $-1 ',
    );
  });

  test('INFO in RESP3', () => {
    expect(reply('command info ping', 3)).toBe(
      '*1 *10 $4 ping :-1 ~1 +fast :0 :0 :0 ~2 +@fast +@connection ' +
        '~2 $25 request_policy:all_shards $29 response_policy:all_succeeded ~0 ~0 ',
    );
  });

  test('DOCS has pairs, nested arguments and subcommands', () => {
    expect(reply('command docs ping', 3)).toMatch(
      /^%1 \$4 ping %5 \$7 summary \$\d+ .* \$5 since \$5 1\.0\.0 \$5 group \$10 connection \$10 complexity \$4 O\(1\) \$9 arguments \*1 %4 \$4 name \$7 message \$4 type \$6 string \$12 display_text \$7 message \$5 flags ~1 \+optional $/,
    );
    expect(reply('command docs config')).toContain('$11 subcommands *2 $10 config|get *12 ');
    expect(reply('command docs nosuch')).toBe('*0 ');
  });

  test('LIST and its filters', () => {
    expect(reply('command list filterby pattern *GET')).toBe('*2 $10 config|get $3 get ');
    expect(reply('command list filterby aclcat scripting')).toBe('*1 $4 eval ');
    expect(reply('command list filterby aclcat nosuch')).toBe('*0 ');
    expect(reply('command list filterby module any')).toBe('*0 ');
    expect(reply('command list filterby nosuch x')).toBe('-ERR syntax error ');
    expect(reply('command list nosuch')).toBe('-ERR syntax error ');
  });

  test('GETKEYS and its errors', () => {
    expect(reply('command getkeys mset a 1 b 2')).toBe('*2 $1 a $1 b ');
    expect(reply('command getkeysandflags get k', 3)).toBe('*1 *2 $1 k ~2 +RO +access ');
    expect(reply('command getkeys eval x 0')).toBe('*0 ');
    expect(reply('command getkeys nosuch x')).toBe('-ERR Invalid command specified ');
    expect(reply('command getkeys ping')).toBe('-ERR The command has no key arguments ');
    expect(reply('command getkeys get')).toBe(
      '-ERR Invalid number of arguments specified for command ',
    );
  });

  test('HELP has the layout of the reference', () => {
    const lines = reply('command help').split(' +');
    expect(lines[0]).toBe('*19');
    expect(lines[1]).toBe('COMMAND <subcommand> [<arg> [value] [opt] ...]. Subcommands are:');
    expect(lines.slice(-2)).toEqual(['HELP', '    Print this help. ']);
  });
});
