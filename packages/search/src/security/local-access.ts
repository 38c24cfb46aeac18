/**
 * The way in for tools that can read the data directory: `_security/local.json` (0600) holds the
 * running node's address and a key made anew at each start. Whoever may read it owns the data anyway.
 */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere, replaceFile } from '../files.ts';

export interface LocalAccess {
  readonly url: string;
  readonly token: string;
}

const pathIn = (dataDir: string) => join(dataDir, '_security', 'local.json');

export function newLocalToken(): string {
  return randomBytes(32).toString('base64url');
}

export function publishLocalAccess(dataDir: string, access: LocalAccess): void {
  replaceFile(pathIn(dataDir), `${JSON.stringify(access)}\n`);
}

export function withdrawLocalAccess(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
}

/** Undefined when no node runs on the directory (or ever ran). */
export function readLocalAccess(dataDir: string): LocalAccess | undefined {
  const text = readIfThere(pathIn(dataDir));
  if (text === undefined) return undefined;
  const { url, token } = JSON.parse(text) as Record<string, unknown>;
  return typeof url === 'string' && typeof token === 'string' ? { url, token } : undefined;
}
