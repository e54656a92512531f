// npm run advisories [FILE or ADDRESS]: lists advisories of the OSV database on the locked packages, for registries
// without an audit endpoint. Exits like npm run audit: 1 for a vulnerability, 2 if it could not check.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AUDITED, listLockedPackages } from './lock-file.ts';
import { type Database, type Finding, searchDatabase } from './osv.ts';

const NPM_DATABASE = 'https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip';
/** The database of npm changes every day: one without a change for so long is outdated. */
const MOST_DAYS_OLD = 7;
const DAY_MS = 86_400_000;

const root = resolve(import.meta.dirname, '../..');
const source = process.argv[2] ?? NPM_DATABASE;
const downloads = mkdtempSync(join(tmpdir(), 'order-analytics-osv-'));
try {
  process.exitCode = await checkAdvisories();
} catch (error) {
  console.log(
    JSON.stringify({ checked: false, why: error instanceof Error ? error.message : String(error) }),
  );
  process.exitCode = 2;
} finally {
  rmSync(downloads, { recursive: true });
}

async function checkAdvisories(): Promise<number> {
  const file = /^https?:/.test(source) ? await downloadFile(source) : source;
  const folders = AUDITED.map((one) => ({
    ...one,
    packages: listLockedPackages(join(root, one.folder)).slice(1),
  }));
  const database = await searchDatabase(
    file,
    folders.flatMap(({ packages }) => packages),
  );
  requireCurrent(database);
  const found = folders.map(({ folder, packages, tolerated }) => {
    const own = database.findings.filter(({ found: one }) => packages.includes(one));
    const failing = own.filter((finding) => !isTolerated(finding, tolerated));
    console.log(
      JSON.stringify({
        folder,
        checked: true,
        packages: packages.length,
        advisories: database.advisories,
        newest: new Date(database.newest).toISOString(),
        found: own.length,
        failing: failing.length,
      }),
    );
    for (const { id, found: one, severity } of own)
      console.error(
        `${folder}: ${one.name} ${one.version}${one.dev ? ' (development)' : ''}: ${severity} ${id}`,
      );
    return failing.length;
  });
  return found.some((count) => count > 0) ? 1 : 0;
}

/** Leaves out advisories of development packages, except malware, as npm run audit does. */
function isTolerated({ severity, found }: Finding, tolerated: readonly string[] | undefined): boolean {
  if (severity === 'malware') return false;
  return tolerated === undefined ? found.dev : tolerated.includes(severity);
}

/** Throws for an outdated database. */
function requireCurrent({ advisories, newest }: Database): void {
  if (advisories === 0) throw new Error(`${source} has no advisories on packages of npm`);
  const days = Math.floor((Date.now() - newest) / DAY_MS);
  if (days > MOST_DAYS_OLD)
    throw new Error(
      `the newest advisory of ${source} is ${days} days old: expected at most ${MOST_DAYS_OLD}`,
    );
}

async function downloadFile(address: string): Promise<string> {
  const { ok, status, body } = await fetch(address);
  if (!ok || body === null) throw new Error(`${address} responded with ${status}`);
  const file = join(downloads, 'all.zip');
  await pipeline(Readable.fromWeb(body), createWriteStream(file));
  return file;
}
