// Licences and versions of dependencies, of the product and of the documentation site.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { isAllowed, readLicences } from '../../../tools/supply-chain/installed.ts';

const root = resolve(import.meta.dirname, '../../..');
const versions = v.optional(v.record(v.string(), v.string()), {});
const manifest = v.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
});
const lockFile = v.object({ packages: v.looseObject({ '': manifest }) });

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

it('finds only allowed licences among the packages, and lists the bundled ones', () => {
  const entries = readLicences(root);
  expect(entries.filter(({ isAllowed: allowed }) => !allowed)).toEqual([]);
  const names = entries.filter(({ isBundled }) => isBundled).map((entry) => entry.package);
  for (const name of ['valibot', '@middy/core', '@aws-sdk/client-dynamodb', 'ulid']) {
    expect(names).toContainEqual(expect.stringContaining(`${name}@`));
  }
});

it.each([
  ['MIT', true],
  ['(MIT OR Apache-2.0)', true],
  ['(GPL-3.0 OR MIT)', true],
  ['(MIT AND GPL-3.0)', false],
  ['AGPL-3.0', false],
  ['UNKNOWN', false],
  ['none', false],
])('decides whether the licence %s is allowed: %s', (expression, expected) => {
  expect(isAllowed(expression)).toBe(expected);
});

it.each(['.', 'apps/docs-site'])(
  'pins every dependency of %s to the version of the lock file, without a registry',
  (folder) => {
    const wanted = v.parse(manifest, readJson(join(folder, 'package.json')));
    expect(v.parse(lockFile, readJson(join(folder, 'package-lock.json'))).packages['']).toEqual(wanted);
    for (const version of Object.values(wanted).flatMap((part) => Object.values(part))) {
      expect(version).toMatch(/^(npm:[a-z-]+@)?\d+\.\d+\.\d+(-r\.\d+)?$/); // DuckDB numbers its releases so.
    }
    expect(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
    expect(readFileSync(join(root, folder, '.npmrc'))).toEqual(readFileSync(join(root, '.npmrc')));
  },
);

it('finds permissive licences and a hash for the packages of the site, except two used by its build only', () => {
  /** Packages that only the build of the site uses: their code is not in a page. */
  const onlyBuilds = {
    'node_modules/elkjs': 'EPL-2.0',
    'node_modules/@iconify-json/simple-icons': 'CC0-1.0',
  };
  const entry = v.object({ license: v.string(), integrity: v.string() });
  const { packages } = v.parse(
    v.object({ packages: v.record(v.string(), v.unknown()) }),
    readJson('apps/docs-site/package-lock.json'),
  );
  const { '': _, ...installed } = packages;
  const refused = Object.entries(installed)
    .map(([path, one]) => [path, v.parse(entry, one).license] as const)
    .filter(([, licence]) => !isAllowed(licence));
  expect(Object.fromEntries(refused)).toEqual(onlyBuilds);
});
