// The sources of the published package: what people type is a program, and paths lead to where the package has the files.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { installedSource } from '../../../tools/package/installed-source.ts';

const root = mkdtempSync(join(tmpdir(), 'order-analytics-package-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function bundled(source: string): Promise<Record<string, unknown>> {
  mkdirSync(join(root, 'cli', 'pages'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"version": "9.9.9", "scripts": {"demo": "npm run demo"}}');
  writeFileSync(join(root, 'cli', 'other.ts'), "export const where = 'the clone';");
  writeFileSync(join(root, 'in-place.ts'), "export const where = 'the package';");
  writeFileSync(join(root, 'cli', 'pages', 'main.ts'), source);
  const outfile = join(root, 'dist', 'program', `${Math.random()}.mjs`);
  await build({
    ...{ absWorkingDir: root, entryPoints: ['cli/pages/main.ts'], outfile, bundle: true, format: 'esm' },
    platform: 'node',
    plugins: [
      installedSource({ root, toRoot: '../', replaced: { 'cli/other.ts': join(root, 'in-place.ts') } }),
    ],
  });
  return import(outfile);
}

it('a source finds the files beside it below the root of the package', async () => {
  const { here, beside } = await bundled(
    "export const here: string = import.meta.dirname; export const beside = new URL('./style.css', import.meta.url).pathname;",
  );
  expect([here, beside]).toEqual([join(root, 'dist/cli/pages'), join(root, 'dist/cli/pages/style.css')]);
});

it('commands are those of the package, and data is in a folder of its name', async () => {
  const { texts } = await bundled(
    "export const texts = ['npm run -s cli -- push a.csv', 'npm start -- --like-aws', 'VERBOSE=1 npm start', '.local'];",
  );
  expect(texts).toEqual([
    ...['npx order-analytics push a.csv', 'npx order-analytics start --like-aws'],
    ...['VERBOSE=1 npx order-analytics start', '.order-analytics'],
  ]);
});

it('a module that the package has another one for is that one, and the manifest has its version alone', async () => {
  const { where, manifest } = await bundled(
    "export { where } from '../other.ts'; import data from '../../package.json' with { type: 'json' }; export const manifest = data;",
  );
  expect([where, manifest]).toEqual(['the package', { version: '9.9.9' }]);
});

it('what only newer versions of node:zlib have is looked for when it is called', async () => {
  const { size } = await bundled(
    "import { crc32, nothingLikeIt } from 'node:zlib'; export const size = [typeof crc32, typeof nothingLikeIt];",
  );
  expect(size).toEqual(['function', 'undefined']);
});
