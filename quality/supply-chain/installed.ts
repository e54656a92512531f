// Compares the licences of the installed production packages and of the packages in the functions' bundles with the
// list of allowed licences.
import { promisify } from 'node:util';
import { init } from 'license-checker-rseidelsohn';
import { bundledPackages } from '../../lib/bundles/function-bundles.ts';

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
export async function readLicences(root: string): Promise<PackageLicence[]> {
  const found = await promisify(init)({ start: root, excludePrivatePackages: true });
  const production = await promisify(init)({
    start: root,
    production: true,
    excludePrivatePackages: true,
  });
  const bundled = new Set(bundledPackages());
  return Object.entries(found)
    .map(([id, { licenses }]) => {
      const licence = [licenses ?? 'none'].flat().join(' AND ');
      const isBundled = bundled.has(id.slice(0, id.lastIndexOf('@')));
      return {
        package: id,
        licence,
        isBundled,
        isAllowed: isAllowed(licence),
        isInstalled: id in production,
      };
    })
    .filter(({ isBundled, isInstalled }) => isBundled || isInstalled)
    .map(({ isInstalled: _, ...entry }) => entry)
    .sort((a, b) => (a.package < b.package ? -1 : 1));
}

/** `OR` needs one allowed alternative; `AND` needs all of them. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed);
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isAllowed);
  return ALLOWED.includes(bare);
}
