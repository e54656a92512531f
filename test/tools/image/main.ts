// npm run image: builds the Dockerfile with the tarball of `npm run package`, and runs the image as compose.yaml does,
// on a read-only root, as its own user, twice on the same data. Needs root, buildah and mmdebstrap. Prints JSON lines;
// exits with 1 on failure.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { findFreePort } from '../../../apps/local-cloud/free-port.ts';
import { run } from '../../starts/tools.ts';
import { writeBase } from './base.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const READY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 30_000;

const ORDER = {
  order_id: '1',
  customer_id: 'ann',
  order_date: '2026-03-01T10:00:00Z',
  line_items: [
    { product_name: 'Tea', unit_price: 4.5, quantity: 2 },
    { product_name: 'Milk', unit_price: 1.25 },
  ],
};
const image = v.object({
  Docker: v.object({
    config: v.object({
      User: v.literal('1000:1000'),
      Env: v.array(v.string()),
      Entrypoint: v.array(v.string()),
      Cmd: v.array(v.string()),
      WorkingDir: v.literal('/data'),
      Healthcheck: v.object({ Test: v.tupleWithRest([v.literal('CMD')], v.string()) }),
    }),
  }),
});
type Image = v.InferOutput<typeof image>['Docker']['config'];

/** Runs a command in a mount namespace of its own, as `docker exec`: its mounts end with it. */
const IN_IMAGE = `set -e
mount --bind "$ROOTFS" "$ROOTFS" && cd "$ROOTFS"
mount --rbind /dev dev && mount -t proc proc proc && mount -t tmpfs tmpfs tmp && mount --bind "$DATA" data
mount -o remount,bind,ro "$ROOTFS"
if touch writable 2>/dev/null; then echo 'the root can be written' >&2; exit 1; fi
exec chroot --userspec=1000:1000 "$ROOTFS" env -i -C /data "$@"`;

// Ctrl-C ends the commands and the service; their failure then ends this program after it has cleaned up.
process.on('SIGINT', () => undefined);
await main();

async function main(): Promise<void> {
  const missing = await findMissing();
  if (missing.length > 0) {
    console.error(`npm run image needs ${missing.join(' and ')}.`);
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'order-analytics-image-'));
  const stores = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'running')];
  const runBuildah = (...args: string[]) => runChecked('buildah', [...stores, ...args]);
  try {
    await runChecked(process.execPath, ['tools/package/main.ts']);
    await writeBase(folder, 'base', runBuildah);
    const builds = ['bud', '--isolation', 'chroot', '--format', 'docker', '--pull-never', '--tag', 'image'];
    await runBuildah(...builds, '--build-arg', 'BASE=localhost/base', ROOT);
    const { config } = v.parse(
      image,
      JSON.parse(await runBuildah('inspect', '--type', 'image', 'image')),
    ).Docker;
    const mountImage = async (name: string): Promise<string> => {
      await runBuildah('from', '--pull-never', '--name', `mounted-${name}`, name);
      return (await runBuildah('mount', `mounted-${name}`)).trim();
    };
    const rootfs = await mountImage('image');
    const [whole, base] = await Promise.all([rootfs, await mountImage('base')].map(measureMegabytes));
    console.log(JSON.stringify({ image_mb: whole, of_it_base_mb: base }));
    await tryImage(folder, rootfs, config);
  } finally {
    await runBuildah('rm', '--all');
    await runBuildah('rmi', '--all', '--force');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function findMissing(): Promise<string[]> {
  const canRun = async (program: string) =>
    (await run(program, ['--version'], place()).catch(() => undefined))?.code === 0;
  return [
    ...(process.getuid?.() === 0 ? [] : ['root']),
    ...((await canRun('buildah')) ? [] : ['buildah (apt-get install buildah)']),
    ...((await canRun('mmdebstrap')) ? [] : ['mmdebstrap (apt-get install mmdebstrap)']),
  ];
}

async function tryImage(folder: string, rootfs: string, config: Image): Promise<void> {
  const data = join(folder, 'data');
  mkdirSync(data);
  chownSync(data, 1000, 1000);
  const port = await findFreePort();
  const env = { ...process.env, ROOTFS: rootfs, DATA: data };
  const createCommand = (
    command: readonly string[],
  ): [string, string[], { cwd: string; env: NodeJS.ProcessEnv }] => [
    'unshare',
    ['--mount', 'sh', '-c', IN_IMAGE, 'sh', ...config.Env, `PORT=${port}`, ...command],
    { cwd: ROOT, env },
  ];
  const { Entrypoint, Cmd, Healthcheck } = config;
  const [, ...healthCheck] = Healthcheck.Test;
  const isHealthy = async () => (await run(...createCommand(healthCheck))).code === 0;

  /** Starts the service, runs `then`, and stops the service. */
  const runService = async (start: string, then: () => Promise<void>): Promise<void> => {
    const [program, args, at] = createCommand([...Entrypoint, ...Cmd]);
    const began = performance.now();
    const service = spawn(program, args, { ...at, stdio: ['ignore', 2, 2] });
    try {
      while (!(await isHealthy())) {
        if (service.exitCode !== null) throw new Error(`the service ended with ${service.exitCode}`);
        if (performance.now() - began > READY_WITHIN_MS) throw new Error('the health check does not pass');
        await delay(100);
      }
      console.log(JSON.stringify({ start, seconds_to_healthy: measureSeconds(began) }));
      await then();
      const asked = performance.now();
      const code = await stopService(service);
      console.log(JSON.stringify({ stop: 'SIGTERM', seconds: measureSeconds(asked), exit_code: code }));
      if (code !== 0) throw new Error(`SIGTERM ended it with ${code}`);
      if (await isHealthy()) throw new Error('the health check passes after the service stopped');
    } finally {
      await stopService(service);
    }
  };

  let key = '';
  let report = '';
  const call = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      headers: { Authorization: `Bearer ${key}`, Prefer: 'wait=20' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return v.parse(v.record(v.string(), v.unknown()), JSON.parse(text));
  };
  const checkReadBack = async (): Promise<void> => {
    const order = await call('/orders/1');
    if (order.customer_id !== ORDER.customer_id) throw new Error(`the order: ${JSON.stringify(order)}`);
    const { status } = await call(`/reports/${report}`);
    if (status !== 'Completed') throw new Error(`the report is ${String(status)}`);
  };
  await runService('first', async () => {
    const created = await run(...createCommand([...Entrypoint, 'accounts', 'create', '--plan', 'max']));
    key = /\bafn_\w+/.exec(created.output)?.[0] ?? '';
    if (key === '') throw new Error(`accounts create: ${created.output}`);
    const { import_id } = await call('/data/orders', { orders: [ORDER] });
    await call(`/data/orders?import_id=${String(import_id)}`);
    report = String((await call('/reports', { template: 'standard_mba' })).report_id);
    await checkReadBack();
  });
  await runService('again, on the same data', checkReadBack);
}

/** Stops the service with its engines, which SIGKILL would leave running. Returns its exit code. */
async function stopService(service: ChildProcess): Promise<number | null> {
  if (service.exitCode === null && service.signalCode === null) {
    const tooLong = setTimeout(() => service.kill('SIGKILL'), STOPPED_WITHIN_MS);
    service.kill('SIGTERM');
    await once(service, 'exit');
    clearTimeout(tooLong);
  }
  return service.exitCode;
}

async function measureMegabytes(folder: string): Promise<number> {
  return Number.parseInt(await runChecked('du', ['--summarize', '--block-size=MB', folder]), 10);
}

function measureSeconds(since: number): number {
  return Math.round((performance.now() - since) / 100) / 10;
}

function place() {
  return { cwd: ROOT, env: process.env };
}

async function runChecked(command: string, args: readonly string[]): Promise<string> {
  const { code, stdout, output } = await run(command, args, place());
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${code}\n${output}`);
  return stdout;
}
