import { describe, expect, test } from 'bun:test';
import { Args } from '../resp/args.ts';
import { NameTable } from './name-table.ts';
import { CommandRegistry } from './registry.ts';
import { Command, type CommandSpec, type Handlers } from './spec.ts';
import { COMMAND_TABLE } from './table/index.ts';

const nothing = () => {};

/** Handlers for every command that is not a bare container. */
function handlersForAll(specs: readonly CommandSpec[]): Handlers {
  const out: Record<string, () => void> = {};
  for (const s of specs) {
    if (s.subcommands === undefined) out[s.name] = nothing;
    for (const sub of s.subcommands ?? []) out[`${s.name}|${sub.name}`] = nothing;
  }
  return out;
}

const full = new CommandRegistry(COMMAND_TABLE, [handlersForAll(COMMAND_TABLE)]);

describe('CommandRegistry', () => {
  test('finds every command by bytes in any case, with dense ids', () => {
    full.all.forEach((command, id) => {
      expect(command.id).toBe(id);
      const words = command.fullName.split('|');
      for (const shape of [words, words.map((w) => w.toUpperCase())]) {
        expect(full.find(Args.of(shape.length === 1 ? shape : [...shape, 'x']))).toBe(command);
      }
      expect(full.get(command.fullName)).toBe(command);
      expect(full.lookup(command.fullName)).toBe(command);
    });
  });

  test('a server has no sentinel commands, a sentinel only its own', () => {
    expect(full.get('sentinel')).toBeNull();
    const sentinel = new CommandRegistry(COMMAND_TABLE, [handlersForAll(COMMAND_TABLE)], {
      sentinel: true,
    });
    expect(sentinel.get('sentinel|masters')).not.toBeNull();
    expect(sentinel.get('get')).toBeNull();
    expect(sentinel.get('ping')).not.toBeNull();
  });

  test('leaves out what has no handler', () => {
    const small = new CommandRegistry(COMMAND_TABLE, [{ get: nothing }, { 'config|get': nothing }]);
    expect(small.all.map((c) => c.fullName).sort()).toEqual(['config', 'config|get', 'get']);
    expect(small.find(Args.of(['set', 'a', 'b']))).toBeNull();
    expect(small.find(Args.of(['config']))?.handler).toBeNull();
  });

  test('refuses a handler for a command that does not exist', () => {
    expect(() => new CommandRegistry(COMMAND_TABLE, [{ 'config|gett': nothing }])).toThrow('gett');
  });

  test('near misses are unknown', () => {
    for (const word of ['', 'ge', 'gets', 'g\x05t', '\x07et', 'GE4', 'get\0']) {
      expect(full.find(Args.of([word]))).toBeNull();
    }
  });

  test('unknown commands and subcommands are told as the reference does', () => {
    expect(full.unknown(Args.of(['foo', 'a', 'b']))).toBe(
      "ERR unknown command 'foo', with args beginning with: 'a' 'b' ",
    );
    expect(full.unknown(Args.of(['foo']))).toBe(
      "ERR unknown command 'foo', with args beginning with: ",
    );
    expect(full.unknown(Args.of(['config', 'x']))).toBe(
      "ERR unknown subcommand 'x'. Try CONFIG HELP.",
    );
    const long = 'y'.repeat(200);
    expect(full.unknown(Args.of([long, 'ab\0c', long, long]))).toBe(
      `ERR unknown command '${'y'.repeat(128)}', with args beginning with: 'ab' '${'y'.repeat(123)}' `,
    );
  });

  test('rename-command renames, hides and refuses', () => {
    const r = new CommandRegistry(COMMAND_TABLE, [{ get: nothing, set: nothing }]);
    expect(r.rename('GET', 'fetch')).toBeNull();
    expect(r.find(Args.of(['get', 'k']))).toBeNull();
    expect(r.find(Args.of(['FETCH', 'k']))?.fullName).toBe('get');
    expect(r.get('get')).not.toBeNull();
    expect(r.rename('set', 'fetch')).toBe('Target command name already exists');
    expect(r.rename('set', '')).toBeNull();
    expect(r.find(Args.of(['set']))).toBeNull();
    expect(r.rename('set', 'x')).toBe('No such command in rename-command');
  });
});

test('NameTable agrees with a Map over many names', () => {
  const spec = COMMAND_TABLE[0] as CommandSpec;
  const table = new NameTable();
  const model = new Map<string, Command>();
  for (let i = 0; i < 2000; i++) {
    const name = `n${(i * 7919) % 1500}`;
    const command = new Command(spec, null);
    table.set(name, command);
    model.set(name, command);
    if (i % 5 === 0) expect(table.delete(name)).toBe(model.delete(name));
  }
  expect(table.size).toBe(model.size);
  for (let i = 0; i < 1600; i++) expect(table.get(`N${i}`)).toBe(model.get(`n${i}`) ?? null);
});
