// Compares the licences of the installed production packages and of the packages in the functions' bundles with the
// list of allowed licences.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages } from '../../lib/bundles/function-bundles.ts';
import { lockedPackages } from './lock-file.ts';

/** Permissive licences: they require that notices are kept, not that source is published. */
export const ALLOWED: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];

export interface PackageLicence {
  /** `name@version`. */
  readonly package: string;
  /** An SPDX expression, as the package states it. */
  readonly licence: string;
  readonly isBundled: boolean;
  readonly isAllowed: boolean;
}

/** Every package that is installed for production or deployed in a bundle, except our own. */
export function readLicences(root: string): PackageLicence[] {
  const bundled = new Set(bundledPackages());
  const [, ...packages] = lockedPackages(root);
  const entries = packages
    .map((one) => ({ ...one, isBundled: bundled.has(one.name) }))
    .filter(({ path, dev, isBundled }) => isBundled || (!dev && existsSync(join(root, path))))
    .map(({ name, version, license, isBundled }) => ({
      package: `${name}@${version}`,
      licence: license,
      isBundled,
      isAllowed: isAllowed(license),
    }));
  return [...new Map(entries.map((entry) => [entry.package, entry])).values()].sort((a, b) =>
    a.package < b.package ? -1 : 1,
  );
}

/** `OR` needs one allowed alternative; `AND` needs all of them. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed);
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isAllowed);
  return ALLOWED.includes(bare);
}
