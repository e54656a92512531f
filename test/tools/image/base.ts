// Builds a substitute for node:24-bookworm-slim without a registry of images: Debian from its mirror, Node and npm from
// their packages. Its npm uses the registry and trusts the authorities of this machine's npm.
import { appendFileSync, copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installTools, run } from '../../starts/tools.ts';

const MIRROR = 'http://deb.debian.org/debian';
const AUTHORITIES = '/etc/ssl/certs/authorities-of-npm.crt';

export async function writeBase(
  folder: string,
  name: string,
  buildah: (...args: string[]) => Promise<string>,
): Promise<void> {
  const root = join(folder, 'base');
  const made = await run('mmdebstrap', ['--quiet', '--variant=minbase', 'bookworm', root, MIRROR], {
    cwd: folder,
    env: process.env,
  });
  if (made.code !== 0) throw new Error(`mmdebstrap: ${made.output}`);
  const tools = join(folder, 'tools');
  const { env, nodeVersion, npmVersion } = await installTools(tools, '24', '11');
  console.log(JSON.stringify({ node: nodeVersion, npm: npmVersion }));
  const local = join(root, 'usr', 'local');
  const modules = join(local, 'lib', 'node_modules');
  mkdirSync(modules, { recursive: true });
  copyFileSync(
    join(tools, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node'),
    join(local, 'bin', 'node'),
  );
  cpSync(join(tools, 'node_modules', 'npm'), join(modules, 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin', 'npm'));
  appendFileSync(join(root, 'etc', 'passwd'), 'node:x:1000:1000::/home/node:/bin/sh\n');
  const registry = await run('npm', ['config', 'get', 'registry'], { cwd: folder, env });
  const settings = [`registry=${registry.stdout.trim()}`];
  const { NODE_EXTRA_CA_CERTS } = process.env;
  if (NODE_EXTRA_CA_CERTS !== undefined) {
    mkdirSync(join(root, 'etc', 'ssl', 'certs'), { recursive: true });
    copyFileSync(NODE_EXTRA_CA_CERTS, join(root, AUTHORITIES));
    settings.push(`cafile=${AUTHORITIES}`);
  }
  mkdirSync(join(local, 'etc'), { recursive: true });
  writeFileSync(join(local, 'etc', 'npmrc'), settings.join('\n'));
  const container = (await buildah('from', 'scratch')).trim();
  await buildah('copy', '--quiet', container, root, '/');
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  await buildah('config', '--env', `PATH=${path}`, container);
  await buildah('commit', '--quiet', container, name);
}
