// npm run advisories, with small databases of the test's own: ranges as the OSV schema evaluates them, and a check that did not
// happen fails.
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
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const advisory = (name: string, affected: Json, more: Json = {}): Json => ({
  id: 'GHSA-1',
  modified: daysAgo(1),
  affected: [{ package: { ecosystem: 'npm', name }, ...affected }],
  database_specific: { severity: 'HIGH' },
  ...more,
});
const range = (...events: Json[]) => ({ ranges: [{ type: 'SEMVER', events }] });
const ALL = range({ introduced: '0' });

async function zipOf(advisories: readonly (Json | string)[]): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  for (const [at, one] of advisories.entries())
    await zip.add(`${at}.json`, new TextReader(typeof one === 'string' ? one : JSON.stringify(one)));
  return zip.close();
}
async function database(...advisories: (Json | string)[]): Promise<string> {
  const file = join(dir, 'all.zip');
  writeFileSync(file, await zipOf(advisories));
  return file;
}

describe('an advisory', () => {
  const locked = (version: string, name = 'leftpad'): LockedPackage => ({
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
  const affects = async (version: string, affected: Json, more?: Json) =>
    (await searchDatabase(await database(advisory('leftpad', affected, more)), [locked(version)])).findings
      .length > 0;

  const twoRanges = range(
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
    ['1.5.0', range({ introduced: '1.0.0' }, { last_affected: '1.5.0' }), true],
    ['1.5.1', range({ introduced: '1.0.0' }, { last_affected: '1.5.0' }), false],
    ['0.9.0', range({ introduced: '1.0.0' }, { last_affected: '1.5.0' }), false],
    ['9.9.9', ALL, true],
    ['1.2.3', { versions: ['1.2.3'] }, true],
    ['1.2.4', { versions: ['1.2.3'] }, false],
    ['1.2.3', { ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] }, false],
    ['1.2.3', {}, false],
  ])('on version %s is found by %j: %s', async (version, affected, isFound) => {
    expect(await affects(version, affected)).toBe(isFound);
  });

  it('that was withdrawn, or is about another package or ecosystem, is not found', async () => {
    expect(await affects('1.0.0', ALL, { withdrawn: daysAgo(2) })).toBe(false);
    expect(await affects('1.0.0', ALL, { affected: [{ ...ALL }] })).toBe(false);
    const elsewhere = { package: { ecosystem: 'PyPI', name: 'leftpad' }, ...ALL };
    expect(await affects('1.0.0', ALL, { affected: [elsewhere] })).toBe(false);
    const other = await searchDatabase(await database(advisory('leftpad', ALL)), [
      locked('1.0.0', 'rightpad'),
    ]);
    expect([other.findings, other.advisories]).toEqual([[], 1]);
  });

  it('fails the search if a version of a locked package cannot be compared', async () => {
    const file = await database(advisory('leftpad', range({ introduced: 'one' })));
    await expect(searchDatabase(file, [locked('1.0.0')])).rejects.toThrow('Invalid Version');
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
  const versionOf = (name: string, folder = '.') =>
    listLockedPackages(join(root, folder)).find((one) => one.name === name)?.version;
  const severe = (severity: string) => ({ database_specific: { severity } });
  const PYTHON = {
    ...advisory('', {}),
    affected: [{ package: { ecosystem: 'PyPI', name: 'valibot' }, ...ALL }],
  };
  const MALWARE = { id: 'MAL-2026-1', database_specific: {} };

  it('exits with 0 if no advisory affects a locked package, and states what it checked', async () => {
    const { status, printed, said } = await run(await database(advisory('leftpad', ALL)));
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
    [1, 'the product, of low severity', 'valibot', severe('LOW'), '.: valibot VERSION: low GHSA-1'],
    [1, 'the product, without a severity', 'valibot', { database_specific: {} }, 'VERSION: unknown GHSA-1'],
    [0, 'development', 'vitest', severe('CRITICAL'), '.: vitest VERSION (development): critical GHSA-1'],
    [1, 'development, as malware', 'vitest', MALWARE, '.: vitest VERSION (development): malware MAL-2026-1'],
    [
      1,
      'the site',
      'vitepress',
      severe('HIGH'),
      'apps/docs-site: vitepress VERSION (development): high GHSA-1',
    ],
  ])('exits with %i for an advisory on a package of %s', async (status, _, name, more, line) => {
    const found = await run(await database(advisory(name, ALL, more)));
    const version = versionOf(name) ?? versionOf(name, 'apps/docs-site') ?? '';
    expect([found.status, found.said]).toEqual([
      status,
      expect.stringContaining(line.replace('VERSION', version)),
    ]);
  });

  it.each<[string, () => string | Promise<string>, string]>([
    ['is no zip', () => join(root, 'package.json'), 'End of central directory'],
    ['has no advisory', () => database(), 'has no advisories'],
    ['is that of another ecosystem', () => database(PYTHON), 'has no advisories on packages of npm'],
    [
      'is old',
      () => database(advisory('leftpad', ALL, { modified: daysAgo(9) })),
      '9 days old: expected at most 7',
    ],
    ['has no address', () => 'http://127.0.0.1:1/all.zip', 'fetch failed'],
  ])('exits with 2 if the database %s', async (_, source, why) => {
    const { status, printed } = await run(await source());
    expect([status, printed]).toEqual([2, [{ checked: false, why: expect.stringContaining(why) }]]);
  });

  it('downloads the database, and exits with 2 if the address responds with an error', async () => {
    const zip = await zipOf([advisory('valibot', ALL)]);
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
