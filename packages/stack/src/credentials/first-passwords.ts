import type { Plan, PlannedService } from '../plan.ts';
import { CredentialFile } from './credential-file.ts';

/** A password that is shown to the user, once. */
export interface ShownPassword {
  readonly service: string;
  readonly user: string;
  readonly password: string;
}

/**
 * Gives the accounts of services that start for the first time their passwords: those of system
 * accounts go to the credential file, the owner's is returned to be shown.
 */
export async function firstPasswords(plan: Plan): Promise<ShownPassword[]> {
  const shown = await Promise.all(plan.services.map((planned) => ofService(plan, planned)));
  return shown.flat();
}

async function ofService(
  plan: Plan,
  { descriptor, context }: PlannedService,
): Promise<ShownPassword[]> {
  const { accounts, name } = descriptor;
  if (accounts === undefined) return [];
  const file = new CredentialFile(plan.dataDir.credentials(name));
  if (file.read() !== undefined) return [];
  const shown: ShownPassword[] = [];
  const kept: Record<string, string> = {};
  const set = async (user: string, keep: (password: string) => void) => {
    const password = await accounts.reset(context, user);
    if (password !== undefined) keep(password);
  };
  const work = accounts.system.map((user) => set(user, (password) => (kept[user] = password)));
  if (!accounts.ownerHasPassword()) {
    work.push(
      set(accounts.owner, (password) =>
        shown.push({ service: name, user: accounts.owner, password }),
      ),
    );
  }
  await Promise.all(work);
  if (shown.length > 0 || Object.keys(kept).length > 0) file.write(kept);
  return shown;
}
