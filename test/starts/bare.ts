// Unprepared machines for `npm run starts -- --bare`: each lacks something that a developer's machine has. Conditions
// that need a missing tool or root are reported as not run, and the others run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

interface Condition {
  readonly is: string;
  /** Programs that the condition needs. */
  readonly needs?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Shell commands that root runs in namespaces of their own, with an empty folder as `$empty`. */
  readonly setUp?: string;
  /** Whether no package can be fetched: `npm ci` runs without the condition. */
  readonly isOffline?: boolean;
  readonly prefix?: readonly string[];
}

/** User id of `nobody`, which owns no files by default. */
const NOBODY = '65534';
const AS_ROOT = ['unshare', 'mount', 'setpriv'];
const createHideScript = (paths: string, by: string) =>
  `for at in ${paths}; do if [ -e "$at" ]; then mount --bind ${by} "$at"; fi; done`;

const noFonts: Condition = {
  is: 'no font',
  needs: AS_ROOT,
  setUp: createHideScript('/etc/fonts /usr/share/fonts /usr/local/share/fonts', '"$empty"'),
};
const noLibraries: Condition = {
  is: 'no library that a browser needs',
  needs: AS_ROOT,
  setUp: createHideScript('/usr/lib/*/libnss3.so /usr/lib/*/libnspr4.so', '/dev/null'),
};
const noIpv6: Condition = {
  is: 'no IPv6',
  needs: [...AS_ROOT, 'ip'],
  setUp: 'echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6 && ip link set lo up',
  isOffline: true,
};
const otherUser: Condition = {
  is: 'another user than root',
  needs: AS_ROOT,
  prefix: ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'],
};
const noHome: Condition = { is: 'no home', env: { HOME: '/nonexistent' } };
const unwritableHome: Condition = {
  is: 'a home that cannot be written',
  needs: AS_ROOT,
  env: { HOME: '/mnt' },
  setUp: 'mount -t tmpfs -o ro none /mnt',
};
const umask: Condition = { is: 'umask 077', prefix: ['sh', '-c', 'umask 077 && exec "$@"', 'sh'] };
const oneCore: Condition = { is: 'one core', needs: ['taskset'], prefix: ['taskset', '-c', '0'] };
const nextYear: Condition = {
  is: 'the clock a year ahead',
  needs: ['faketime'],
  env: { FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  isOffline: true,
  prefix: ['faketime', '-f', '+1y'],
};
const createLocale = (LANG: string, LC_ALL: string): Condition => ({
  is: `LANG=${LANG} LC_ALL=${LC_ALL}`,
  env: { LANG, LC_ALL },
});
const createZone = (TZ: string): Condition => ({ is: TZ, env: { TZ } });

/** Conditions of each machine. None has ../shared beside the clone. */
export const BARE_MACHINES: Readonly<Record<string, readonly Condition[]>> = {
  container: [
    ...[noFonts, noLibraries, noIpv6, otherUser, noHome, umask],
    ...[createLocale('C', 'xx_XX.UTF-8'), createZone('Pacific/Kiritimati')],
  ],
  german: [unwritableHome, oneCore, createLocale('de_DE.UTF-8', ''), createZone('Pacific/Auckland')],
  'next-year': [nextYear, createLocale('C', 'C'), createZone('America/St_Johns')],
};

export interface BareMachine {
  readonly run: readonly string[];
  readonly notRun: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The command line that runs a command under the conditions. */
  inside(command: readonly string[], isOnline: boolean): readonly string[];
}

/** Creates a machine, and gives everything below `dir` to its user. */
export function createBareMachine(name: string, dir: string): BareMachine {
  const conditions = BARE_MACHINES[name];
  if (conditions === undefined)
    throw new Error(`--machine is one of ${Object.keys(BARE_MACHINES).join(', ')}`);
  const possible = conditions.filter((one) => findMissing(one).length === 0);
  const empty = join(dir, 'empty');
  mkdirSync(empty);
  if (possible.includes(otherUser)) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, dir]);
  return {
    run: possible.map(({ is }) => is),
    notRun: conditions
      .filter((one) => !possible.includes(one))
      .map((one) => `${one.is} (needs ${findMissing(one).join(', ')})`),
    // npm keeps its cache in the home by default.
    env: Object.assign({ npm_config_cache: join(dir, 'cache') }, ...possible.map(({ env }) => env)),
    inside(command, isOnline) {
      const now = possible.filter((one) => !(isOnline && one.isOffline));
      const setUp = now.flatMap((one) => one.setUp ?? []);
      const within = [...now.flatMap(({ prefix = [] }) => prefix), ...command];
      if (setUp.length === 0) return within;
      const script = [`empty='${empty}'`, ...setUp, 'exec "$@"'].join(' && ');
      const spaces = ['--mount', ...(now.includes(noIpv6) ? ['--net'] : [])];
      return ['unshare', ...spaces, 'sh', '-c', script, 'sh', ...within];
    },
  };
}

function findMissing({ needs = [] }: Condition): string[] {
  const isRoot = process.getuid?.() === 0;
  return [
    ...(needs.includes('unshare') && !isRoot ? ['root'] : []),
    ...needs.filter((name) => !(process.env.PATH ?? '').split(':').some((at) => existsSync(join(at, name)))),
  ];
}
