// Reads the packages of the lock file, each with its name, licence, hash, and whether only development needs it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const MODULES = 'node_modules/';
const versions = v.optional(v.record(v.string(), v.string()), {});
const entry = v.object({
  /** Present for a package that is installed under another name. */
  name: v.optional(v.string()),
  /** Missing for an unpublished package of ours. */
  version: v.optional(v.string(), ''),
  license: v.optional(v.string(), 'none'),
  integrity: v.optional(v.string()),
  dev: v.optional(v.boolean(), false),
  dependencies: versions,
  optionalDependencies: versions,
  peerDependencies: versions,
});
const lockFile = v.object({ packages: v.record(v.string(), entry) });

/**
 * Lock files, and the severities of vulnerabilities that are only listed. All packages of the site are tools, which
 * process only the documents; those that only development of the product needs are not audited.
 */
export const AUDITED = [
  { folder: '.', tolerated: undefined },
  { folder: 'apps/docs-site', tolerated: ['info', 'low', 'moderate'] },
] as const;

export interface LockedPackage extends v.InferOutput<typeof entry> {
  readonly name: string;
  /** The path below the root; empty for our own. */
  readonly path: string;
  /** Paths of the packages that it loads. */
  readonly loads: readonly string[];
}

/** Lists our own package first. */
export function listLockedPackages(root: string): LockedPackage[] {
  const { packages } = v.parse(lockFile, JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  return Object.entries(packages).map(([path, found]) => ({
    ...found,
    path,
    name: found.name ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length),
    loads: Object.keys({
      ...found.dependencies,
      ...found.optionalDependencies,
      ...found.peerDependencies,
    }).flatMap((name) => listPlaces(path, name).find((place) => packages[place] !== undefined) ?? []),
  }));
}

/** Lists where Node looks for a package, nearest first. */
function listPlaces(from: string, name: string): string[] {
  const own = `${from === '' ? '' : `${from}/`}${MODULES}${name}`;
  return from === ''
    ? [own]
    : [own, ...listPlaces(from.slice(0, Math.max(0, from.lastIndexOf(`/${MODULES}`))), name)];
}
