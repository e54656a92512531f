// npm run advisories, with small databases: ranges are evaluated as in the OSV schema, and an impossible check fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { afterAll, describe, expect, it } from 'vitest';
import { type LockedPackage, listLockedPackages } from '../../../tools/supply-chain/lock-file.ts';
import { searchDatabase } from '../../../tools/supply-chain/osv.ts';

const root = resolve(import.meta.dirname, '../../..');
const dir = mkdtempSync(join(tmpdir(), 'order-analytics-advisories-'));
afterAll(() => rmSync(dir, { recursive: true }));

type Json = Readonly<Record<string, unknown>>;
const getDaysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const createAdvisory = (name: string, affected: Json, more: Json = {}): Json => ({
  id: 'GHSA-1',
  modified: getDaysAgo(1),
  affected: [{ package: { ecosystem: 'npm', name }, ...affected }],
  database_specific: { severity: 'HIGH' },
  ...more,
});
const createRange = (...events: Json[]) => ({ ranges: [{ type: 'SEMVER', events }] });
const ALL = createRange({ introduced: '0' });

async function createZip(advisories: readonly (Json | string)[]): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  for (const [at, one] of advisories.entries())
    await zip.add(`${at}.json`, new TextReader(typeof one === 'string' ? one : JSON.stringify(one)));
  return zip.close();
}
async function writeDatabase(...advisories: (Json | string)[]): Promise<string> {
  const file = join(dir, 'all.zip');
  writeFileSync(file, await createZip(advisories));
  return file;
}

describe('an advisory', () => {
  const createLocked = (version: string, name = 'leftpad'): LockedPackage => ({
    name,
    version,
    path: `node_modules/${name}`,
    license: 'MIT',
    integrity: undefined,
    dev: false,
    dependencies: {},
    optionalDependencies: {},
    peerDependencies: {},
    loads: [],
  });
  const isAffected = async (version: string, affected: Json, more?: Json) =>
    (
      await searchDatabase(await writeDatabase(createAdvisory('leftpad', affected, more)), [
        createLocked(version),
      ])
    ).findings.length > 0;

  const twoRanges = createRange(
    { introduced: '2.0.0' },
    { fixed: '1.3.0' },
    { introduced: '0' },
    { fixed: '2.0.10' },
  );
  it.each<[string, Json, boolean]>([
    ['0.0.0-alpha', twoRanges, true],
    ['1.2.9', twoRanges, true],
    ['1.3.0', twoRanges, false],
    ['1.3.0-rc.1', twoRanges, true],
    ['2.0.0', twoRanges, true],
    ['2.0.9', twoRanges, true],
    ['2.0.10', twoRanges, false],
    ['1.5.0', createRange({ introduced: '1.0.0' }, { last_affected: '1.5.0' }), true],
    ['1.5.1', createRange({ introduced: '1.0.0' }, { last_affected: '1.5.0' }), false],
    ['0.9.0', createRange({ introduced: '1.0.0' }, { last_affected: '1.5.0' }), false],
    ['9.9.9', ALL, true],
    ['1.2.3', { versions: ['1.2.3'] }, true],
    ['1.2.4', { versions: ['1.2.3'] }, false],
    ['1.2.3', { ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] }, false],
    ['1.2.3', {}, false],
  ])('on version %s with %j is found: %s', async (version, affected, isFound) => {
    expect(await isAffected(version, affected)).toBe(isFound);
  });

  it('is not found if it was withdrawn or affects another package or ecosystem', async () => {
    expect(await isAffected('1.0.0', ALL, { withdrawn: getDaysAgo(2) })).toBe(false);
    expect(await isAffected('1.0.0', ALL, { affected: [{ ...ALL }] })).toBe(false);
    const elsewhere = { package: { ecosystem: 'PyPI', name: 'leftpad' }, ...ALL };
    expect(await isAffected('1.0.0', ALL, { affected: [elsewhere] })).toBe(false);
    const other = await searchDatabase(await writeDatabase(createAdvisory('leftpad', ALL)), [
      createLocked('1.0.0', 'rightpad'),
    ]);
    expect([other.findings, other.advisories]).toEqual([[], 1]);
  });

  it('fails the search if its versions cannot be compared', async () => {
    const file = await writeDatabase(createAdvisory('leftpad', createRange({ introduced: 'one' })));
    await expect(searchDatabase(file, [createLocked('1.0.0')])).rejects.toThrow('Invalid Version');
  });
});

describe('npm run advisories', () => {
  async function run(source: string) {
    const program = join(root, 'tools/supply-chain/advisories.ts');
    const child = spawn(process.execPath, [program, source]);
    const [printed, said, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return {
      status,
      printed: printed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
      said,
    };
  }
  const findVersion = (name: string, folder = '.') =>
    listLockedPackages(join(root, folder)).find((one) => one.name === name)?.version;
  const createSeverity = (severity: string) => ({ database_specific: { severity } });
  const PYTHON = {
    ...createAdvisory('', {}),
    affected: [{ package: { ecosystem: 'PyPI', name: 'valibot' }, ...ALL }],
  };
  const MALWARE = { id: 'MAL-2026-1', database_specific: {} };

  it('exits with 0 if no advisory affects a locked package, and states what it checked', async () => {
    const { status, printed, said } = await run(await writeDatabase(createAdvisory('leftpad', ALL)));
    const checked = { checked: true, advisories: 1, found: 0, failing: 0, newest: expect.any(String) };
    expect([status, printed, said]).toEqual([
      0,
      [
        { ...checked, folder: '.', packages: listLockedPackages(root).length - 1 },
        {
          ...checked,
          folder: 'apps/docs-site',
          packages: listLockedPackages(join(root, 'apps/docs-site')).length - 1,
        },
      ],
      '',
    ]);
  });

  it.each<[number, string, string, Json, string]>([
    [1, 'the product, of low severity', 'valibot', createSeverity('LOW'), '.: valibot VERSION: low GHSA-1'],
    [1, 'the product, without a severity', 'valibot', { database_specific: {} }, 'VERSION: unknown GHSA-1'],
    [
      0,
      'development',
      'vitest',
      createSeverity('CRITICAL'),
      '.: vitest VERSION (development): critical GHSA-1',
    ],
    [1, 'development, as malware', 'vitest', MALWARE, '.: vitest VERSION (development): malware MAL-2026-1'],
    [
      1,
      'the site',
      'vitepress',
      createSeverity('HIGH'),
      'apps/docs-site: vitepress VERSION (development): high GHSA-1',
    ],
  ])('exits with %i for an advisory on a package of %s', async (status, _, name, more, line) => {
    const found = await run(await writeDatabase(createAdvisory(name, ALL, more)));
    const version = findVersion(name) ?? findVersion(name, 'apps/docs-site') ?? '';
    expect([found.status, found.said]).toEqual([
      status,
      expect.stringContaining(line.replace('VERSION', version)),
    ]);
  });

  it.each<[string, () => string | Promise<string>, string]>([
    ['is not a zip file', () => join(root, 'package.json'), 'End of central directory'],
    ['has no advisory', () => writeDatabase(), 'has no advisories'],
    [
      'has only advisories of another ecosystem',
      () => writeDatabase(PYTHON),
      'has no advisories on packages of npm',
    ],
    [
      'is old',
      () => writeDatabase(createAdvisory('leftpad', ALL, { modified: getDaysAgo(9) })),
      '9 days old: expected at most 7',
    ],
    ['cannot be fetched', () => 'http://127.0.0.1:1/all.zip', 'fetch failed'],
  ])('exits with 2 if the database %s', async (_, source, why) => {
    const { status, printed } = await run(await source());
    expect([status, printed]).toEqual([2, [{ checked: false, why: expect.stringContaining(why) }]]);
  });

  it('downloads the database, and exits with 2 if the address responds with an error', async () => {
    const zip = await createZip([createAdvisory('valibot', ALL)]);
    const server = createServer(({ url }, response) =>
      url === '/all.zip' ? response.end(zip) : response.writeHead(404).end(zip),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const address = server.address();
      const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
      expect((await run(`${base}/all.zip`)).status).toBe(1);
      const missing = await run(`${base}/none.zip`);
      expect([missing.status, missing.printed]).toEqual([
        2,
        [{ checked: false, why: `${base}/none.zip responded with 404` }],
      ]);
    } finally {
      server.close();
    }
  });
});
