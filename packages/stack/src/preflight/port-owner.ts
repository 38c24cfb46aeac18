import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTENING = '0A';

/**
 * Who listens on a TCP port, as `redis-server (pid 123)`. Undefined when the system does not tell:
 * no /proc, or a process of another user.
 */
export function portOwner(port: number): string | undefined {
  const sockets = new Set(listeningInodes(port).map((inode) => `socket:[${inode}]`));
  if (sockets.size === 0) return undefined;
  for (const pid of readDirectory('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const fd of readDirectory(`/proc/${pid}/fd`)) {
      if (sockets.has(readLink(`/proc/${pid}/fd/${fd}`))) return `${programName(pid)} (pid ${pid})`;
    }
  }
  return undefined;
}

/**
 * Lines of /proc/net/tcp: slot, local address as hex IP:PORT, remote address, state, queues, timer,
 * retransmits, uid, timeout, inode.
 */
function listeningInodes(port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((path) => readText(path).split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(suffix) && fields[3] === LISTENING)
    .map((fields) => fields[9] as string);
}

/** The command as typed, without its directory; an interpreter's script says more than its name. */
function programName(pid: string): string {
  const words = readText(`/proc/${pid}/cmdline`).split('\0');
  const script = words.slice(1).find((word) => /\.(?:ts|js|mjs|py|rb|jar)$/.test(word));
  const name = (word: string) => word.slice(word.lastIndexOf('/') + 1);
  const program = name((words[0] ?? '').split(' ')[0] ?? '');
  if (program === '') return readText(`/proc/${pid}/comm`).trim() || 'a process';
  return script === undefined ? program : `${program} ${script}`;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function readDirectory(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
