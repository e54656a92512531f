// Finds the locked packages that an advisory of the OSV database affects: reads its file of a whole ecosystem without a
// network. https://ossf.github.io/osv-schema/ and https://google.github.io/osv.dev/data/#data-dumps
import { openAsBlob } from 'node:fs';
import { BlobReader, configure, TextWriter, ZipReader } from '@zip.js/zip.js';
import compare from 'semver/functions/compare.js';
import * as v from 'valibot';
import type { LockedPackage } from './lock-file.ts';

const event = v.object({
  introduced: v.optional(v.string()),
  fixed: v.optional(v.string()),
  last_affected: v.optional(v.string()),
});
type Event = v.InferOutput<typeof event>;
const affected = v.object({
  package: v.optional(v.object({ ecosystem: v.string(), name: v.string() })),
  ranges: v.optional(v.array(v.object({ type: v.string(), events: v.array(event) })), []),
  versions: v.optional(v.array(v.string()), []),
});
const advisory = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    id: v.string(),
    modified: v.pipe(v.string(), v.transform(Date.parse), v.finite()),
    withdrawn: v.optional(v.string()),
    affected: v.optional(v.array(affected), []),
    /** GitHub's advisories have their severity here. */
    database_specific: v.optional(v.object({ severity: v.optional(v.unknown()) }), {}),
  }),
);

/** Prefix of reports of packages that were published to do harm. */
const MALWARE = 'MAL-';

export interface Finding {
  readonly id: string;
  readonly found: LockedPackage;
  /** In lower case, as the registry names it; `malware`; `unknown` if the advisory does not rate it. */
  readonly severity: string;
}

export interface Database {
  readonly findings: readonly Finding[];
  /** The number of advisories on packages of npm, including withdrawn ones. */
  readonly advisories: number;
  /** When the newest advisory was changed, in epoch milliseconds. */
  readonly newest: number;
}

/** `file`: a zip with an advisory per JSON file. Throws for anything that it cannot read or compare. */
export async function searchDatabase(file: string, packages: readonly LockedPackage[]): Promise<Database> {
  configure({ useWebWorkers: false });
  const byName = Map.groupBy(packages, ({ name }) => name);
  const findings: Finding[] = [];
  let advisories = 0;
  let newest = Number.NEGATIVE_INFINITY;
  for await (const entry of new ZipReader(new BlobReader(await openAsBlob(file))).getEntriesGenerator()) {
    if (entry.directory || !entry.filename.endsWith('.json')) continue;
    const one = v.parse(advisory, await entry.getData(new TextWriter()));
    if (!one.affected.some(({ package: named }) => named?.ecosystem === 'npm')) continue;
    advisories++;
    newest = Math.max(newest, one.modified);
    if (one.withdrawn !== undefined) continue;
    const hit = one.affected.flatMap(({ package: named, ranges, versions }) =>
      (named?.ecosystem === 'npm' ? (byName.get(named.name) ?? []) : []).filter(
        ({ version }) =>
          versions.includes(version) ||
          ranges.some(({ type, events }) => type !== 'GIT' && isAffected(version, events)),
      ),
    );
    const severity = one.id.startsWith(MALWARE)
      ? 'malware'
      : String(one.database_specific.severity ?? 'unknown').toLowerCase();
    findings.push(...[...new Set(hit)].map((found) => ({ id: one.id, found, severity })));
  }
  return { findings, advisories, newest };
}

/** Applies the events in the order of their versions; the last one at or before the version decides. */
function isAffected(version: string, events: readonly Event[]): boolean {
  let isIn = false;
  for (const { introduced, fixed, last_affected: last } of events.toSorted(compareByVersion)) {
    if (introduced !== undefined) isIn ||= compareVersions(version, introduced) >= 0;
    else if (fixed !== undefined) isIn &&= compareVersions(version, fixed) < 0;
    else if (last !== undefined) isIn &&= compareVersions(version, last) <= 0;
  }
  return isIn;
}

function compareByVersion(a: Event, b: Event): number {
  return compareVersions(getVersion(a), getVersion(b));
}

function getVersion({ introduced, fixed, last_affected: last }: Event): string {
  return introduced ?? fixed ?? last ?? FIRST;
}

/** Precedes every version, even prereleases of 0.0.0. */
const FIRST = '0';

function compareVersions(a: string, b: string): number {
  if (a === FIRST || b === FIRST) return Number(b === FIRST) - Number(a === FIRST);
  return compare(a, b, { loose: true });
}
