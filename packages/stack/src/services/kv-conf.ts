import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const FIRST_CONF = `# The key-value server's configuration, in redis.conf's format. Put your own directives here;
# CONFIG REWRITE writes here too. The port and the directory are given by tandem.

# Loopback only, as the reference's configuration has it. Protected mode is on by default.
bind 127.0.0.1 -::1
`;

/** Writes the configuration of a first start; one that is there already is the user's. */
export function writeFirstConf(path: string): void {
  if (!existsSync(path)) writeFileSync(path, FIRST_CONF, { mode: 0o600 });
}

/**
 * The address through which this machine reaches a server with the configuration at `path`: the
 * first one it binds. Reading more of the file is the server's business.
 */
export function boundHost(path: string): string {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const bind = lines.findLast((line) => /^\s*bind\s/i.test(line));
  const first = bind?.trim().split(/\s+/)[1]?.replace(/["']/g, '').replace(/^-/, '');
  if (first === undefined || first === '' || first === '*' || first === '0.0.0.0') {
    return '127.0.0.1';
  }
  return first === '::*' || first === '::' ? '::1' : first;
}
