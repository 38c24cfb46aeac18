import { join } from 'node:path';
import { SearchServer } from '@tandem/testkit/search-server.ts';

/** Starts a node to be killed; with `crashAt` it ends by itself there (failing-node.ts). */
export function startVictim(dataDir: string, crashAt?: string): Promise<SearchServer> {
  if (crashAt === undefined) return SearchServer.start({ dataDir });
  const program = [process.execPath, join(import.meta.dir, 'failing-node.ts')];
  return SearchServer.start({ dataDir, program, env: { CRASH_AT: crashAt } });
}
