import { expect, test } from 'bun:test';
import { patchVm } from './vm-patch.ts';

test('only the build that the patch was made for is patched', () => {
  expect(() => patchVm(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))).toThrow(
    'unknown build of the Lua VM',
  );
});
