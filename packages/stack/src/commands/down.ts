import { DirectoryLock } from '@tandem/common/directory-lock.ts';
import { ask } from '../control/client.ts';
import type { DataDir } from '../data-dir.ts';
import { exitCodes } from '../exit-codes.ts';
import { isRunning } from '../state/process-identity.ts';
import { findOrphans, type Orphan, removeState } from '../state/state-file.ts';
import { typedCommand } from '../typed-command.ts';
import { type Command, dataDirOf, dataOption } from './command.ts';

const LOOK_EVERY_MS = 20;
const SAY_SO_AFTER_MS = 5000;

export const down: Command = {
  spec: () => ({
    name: 'tandem down',
    summary: 'Stop a running stack, in reverse order, and wait for its data to be safe.',
    positionals: [],
    options: [
      dataOption,
      { name: 'force', help: 'Kill the services; do not wait for their data.' },
    ],
  }),
  run: async (line) => {
    const dataDir = dataDirOf(line);
    const force = line.flag('force');
    const hint = setTimeout(
      () => console.log(`Still stopping. To force it: ${typedCommand('down', dataDir)} --force`),
      SAY_SO_AFTER_MS,
    );
    try {
      const reply = await ask(dataDir.socket, { command: 'stop', force });
      if (reply !== undefined) {
        await supervisorGone(dataDir);
        console.log('Stopped.');
        return exitCodes.ok;
      }
      const orphans = findOrphans(dataDir.state);
      await stopOrphans(orphans, force ? 'SIGKILL' : 'SIGTERM');
      removeState(dataDir.state);
      const names = orphans.map(({ name }) => name).join(', ');
      const nothing = `Nothing is running on ${dataDir.path}.`;
      console.log(
        orphans.length === 0 ? nothing : `Stopped ${names}, left behind by a killed tandem.`,
      );
      return exitCodes.ok;
    } finally {
      clearTimeout(hint);
    }
  },
};

/** The answer comes before the supervisor's last steps; its lock is the last thing to go. */
async function supervisorGone(dataDir: DataDir): Promise<void> {
  for (;;) {
    const lock = DirectoryLock.take(dataDir.lock);
    if (lock !== undefined) return lock.release();
    await Bun.sleep(LOOK_EVERY_MS);
  }
}

async function stopOrphans(orphans: readonly Orphan[], signal: NodeJS.Signals): Promise<void> {
  for (const orphan of orphans.toReversed()) {
    if (isRunning(orphan)) process.kill(orphan.pid, signal);
    while (isRunning(orphan)) await Bun.sleep(LOOK_EVERY_MS);
  }
}
