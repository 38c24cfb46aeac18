/**
 * A module that only passes calls on: it imports n host functions and the hook and exports them
 * again, which makes them WebAssembly functions that can stand in the VM's function table.
 */
import { I32, SECTION, sized, unsignedLeb } from './wasm-bytes.ts';

const FUNCTION = 0;
const TYPE_OF_FUNCTION = [0x60, 1, I32, 1, I32];
const TYPE_OF_HOOK = [0x60, 2, I32, I32, 0];

function text(s: string): number[] {
  return sized([...Buffer.from(s, 'latin1')]);
}

const modules = new Map<number, WebAssembly.Module>();

/** Imports f.0 ... f.<n-1> of type (i32) -> i32 and h.hook of type (i32, i32) -> (); exports the same names. */
export function hostModule(n: number): WebAssembly.Module {
  const known = modules.get(n);
  if (known !== undefined) return known;
  const imports: number[] = [];
  const exports: number[] = [];
  for (let i = 0; i <= n; i++) {
    const name = i === n ? 'hook' : String(i);
    imports.push(...text(i === n ? 'h' : 'f'), ...text(name), FUNCTION, i === n ? 1 : 0);
    exports.push(...text(name), FUNCTION, ...unsignedLeb(i));
  }
  const count = unsignedLeb(n + 1);
  const bytes = [
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[SECTION.type, ...sized([2, ...TYPE_OF_FUNCTION, ...TYPE_OF_HOOK])],
    ...[SECTION.import, ...sized([...count, ...imports])],
    ...[SECTION.export, ...sized([...count, ...exports])],
  ];
  const module = new WebAssembly.Module(Uint8Array.from(bytes));
  modules.set(n, module);
  return module;
}
