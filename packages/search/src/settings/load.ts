/** All the sources of settings together, in the order in which they win. */
import { resolve } from 'node:path';
import { Settings } from './settings.ts';
import { environmentSettings, readSettingsFile, settingsFile } from './sources.ts';

export function loadSettings(
  environment: Readonly<Record<string, string | undefined>>,
  flags: ReadonlyMap<string, string>,
): Settings {
  const fromEnvironment = environmentSettings(environment);
  const home =
    flags.get('path.home') ?? fromEnvironment.get('path.home') ?? environment.ES_HOME ?? '.';
  const directory = flags.get('path.conf') ?? environment.ES_PATH_CONF ?? resolve(home, 'config');
  const file = settingsFile(directory);
  const values = new Map(file === undefined ? [] : readSettingsFile(file, environment));
  for (const [name, value] of fromEnvironment) values.set(name, value);
  for (const [name, value] of flags) values.set(name, value);
  if (!values.has('path.home') && environment.ES_HOME !== undefined)
    values.set('path.home', environment.ES_HOME);
  if (environment.ES_PATH_CONF !== undefined) values.set('path.conf', resolve(directory));
  return new Settings(values);
}
