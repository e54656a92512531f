// Compares the licences of the installed production packages and of the packages in the functions' bundles with the
// list of allowed licences.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listBundledPackages } from '../../lib/bundles/function-bundles.ts';
import { listLockedPackages } from './lock-file.ts';

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
  /** The package as `name@version`. */
  readonly package: string;
  /** An SPDX expression, as the package states it. */
  readonly licence: string;
  readonly isBundled: boolean;
  readonly isAllowed: boolean;
}

/** Lists the licence of every package that is installed for production or deployed in a bundle, except our own. */
export function readLicences(root: string): PackageLicence[] {
  const bundled = new Set(listBundledPackages());
  const [, ...packages] = listLockedPackages(root);
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

/** True if a licence is allowed: `OR` needs one allowed alternative; `AND` needs all of them. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed);
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isAllowed);
  return ALLOWED.includes(bare);
}

// The licence terms of the data files in the repository: a README next to a file, or above it, names the file and its
// terms.
const TERMS = /\bCC BY 4\.0\b|\bMIT License\b|\bGPL-3\b|\bApache-2\.0\b/;

/** Lists the paths of the data files below `root` without stated terms, ascending. */
export function findDataWithoutTerms(root: string): string[] {
  return globSync('{apps,docs,src,test,tools}/**/*.{csv,gz,ndjson,parquet,rda}', { cwd: root })
    .filter((file) => !hasTerms(root, file))
    .sort();
}

function hasTerms(root: string, file: string): boolean {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const readme = join(root, folder, 'README.md');
    if (!existsSync(readme)) continue;
    const text = readFileSync(readme, 'utf8');
    if (text.includes(`\`${relative(folder, file)}\``) && TERMS.test(text)) return true;
  }
  return false;
}
