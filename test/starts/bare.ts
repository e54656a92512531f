// Machines that nobody prepared, for `npm run starts -- --bare`: each lacks some of what the machine of a developer has. Conditions that
// need a tool or the rights of root which are missing here are reported as not run, so that the others still are.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

interface Condition {
  readonly is: string;
  /** Programs. */
  readonly needs?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Run by root in namespaces of its own, with an empty folder as `$empty`. */
  readonly setUp?: string;
  /** No package can be fetched: `npm ci` runs without the condition. */
  readonly isOffline?: boolean;
  readonly prefix?: readonly string[];
}

/** nobody, who has nothing but what is given to him. */
const NOBODY = '65534';
const AS_ROOT = ['unshare', 'mount', 'setpriv'];
const HIDE = (paths: string, by: string) =>
  `for at in ${paths}; do if [ -e "$at" ]; then mount --bind ${by} "$at"; fi; done`;

const noFonts: Condition = {
  is: 'no font',
  needs: AS_ROOT,
  setUp: HIDE('/etc/fonts /usr/share/fonts /usr/local/share/fonts', '"$empty"'),
};
const noLibraries: Condition = {
  is: 'no library that a browser needs',
  needs: AS_ROOT,
  setUp: HIDE('/usr/lib/*/libnss3.so /usr/lib/*/libnspr4.so', '/dev/null'),
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
const locale = (LANG: string, LC_ALL: string): Condition => ({
  is: `LANG=${LANG} LC_ALL=${LC_ALL}`,
  env: { LANG, LC_ALL },
});
const zone = (TZ: string): Condition => ({ is: TZ, env: { TZ } });

/** None has ../shared beside the clone. */
export const BARE_MACHINES: Readonly<Record<string, readonly Condition[]>> = {
  container: [
    ...[noFonts, noLibraries, noIpv6, otherUser, noHome, umask],
    ...[locale('C', 'xx_XX.UTF-8'), zone('Pacific/Kiritimati')],
  ],
  german: [unwritableHome, oneCore, locale('de_DE.UTF-8', ''), zone('Pacific/Auckland')],
  'next-year': [nextYear, locale('C', 'C'), zone('America/St_Johns')],
};

export interface BareMachine {
  readonly run: readonly string[];
  readonly notRun: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The command as it runs there. */
  inside(command: readonly string[], isOnline: boolean): readonly string[];
}

/** Everything below `dir` belongs to the machine's user afterwards. */
export function bareMachine(name: string, dir: string): BareMachine {
  const conditions = BARE_MACHINES[name];
  if (conditions === undefined)
    throw new Error(`--machine is one of ${Object.keys(BARE_MACHINES).join(', ')}`);
  const possible = conditions.filter((one) => missingFor(one).length === 0);
  const empty = join(dir, 'empty');
  mkdirSync(empty);
  if (possible.includes(otherUser)) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, dir]);
  return {
    run: possible.map(({ is }) => is),
    notRun: conditions
      .filter((one) => !possible.includes(one))
      .map((one) => `${one.is} (needs ${missingFor(one).join(', ')})`),
    // npm keeps its cache in the home, unless it is given another place.
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

function missingFor({ needs = [] }: Condition): string[] {
  const isRoot = process.getuid?.() === 0;
  return [
    ...(needs.includes('unshare') && !isRoot ? ['root'] : []),
    ...needs.filter((name) => !(process.env.PATH ?? '').split(':').some((at) => existsSync(join(at, name)))),
  ];
}
