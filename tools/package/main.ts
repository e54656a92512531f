// npm run package: builds the package in dist/package and packs it as dist/order-analytics-<version>.tgz.
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeConstruct } from './cdk.ts';
import { writeClient } from './client.ts';
import { collectLicences } from './licences.ts';
import { writeLocalStage } from './local-stage.ts';
import { createPackageManifest } from './manifest.ts';
import { writeProgram } from './program.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'dist', 'package');

rmSync(folder, { recursive: true, force: true });
// The image installs the only file with this pattern.
for (const earlier of globSync('dist/order-analytics-*.tgz', { cwd: root })) rmSync(join(root, earlier));
mkdirSync(folder, { recursive: true });
await writeLocalStage(join(folder, 'functions'));
const inputs = [...(await writeProgram(root, folder))];
inputs.push(...(await writeConstruct(root, folder)));
writeClient(root, folder);
for (const file of ['LICENSE', 'CHANGELOG.md', 'README.md'])
  copyFileSync(join(root, file), join(folder, file));
writeFileSync(join(folder, 'third-party-licences.txt'), collectLicences(root, inputs));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(createPackageManifest(root), undefined, 2)}\n`);

const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], {
  cwd: folder,
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const tarball = join(root, 'dist', packed.trim());
console.log(`${tarball}: ${(statSync(tarball).size / 1e6).toFixed(1)} MB`);
