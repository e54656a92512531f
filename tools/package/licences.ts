// Collects the licences of all packages whose code is in the bundles: their terms require that the notices travel with
// it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAllowed } from '../supply-chain/installed.ts';

/**
 * `inputs`: paths of the bundled files. Returns one text, sorted by name of the package. Throws for a licence that may
 * not be shipped.
 */
export function collectLicences(root: string, inputs: readonly string[]): string {
  const folders = new Set(
    inputs.flatMap(
      (path) =>
        /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replace(/^.*?(?=node_modules)/, ''))?.[0] ?? [],
    ),
  );
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      if (!isAllowed(String(license)))
        throw new Error(`${name}: ${license} is no licence that may be shipped`);
      const notice = findNotice(join(root, folder)) ?? 'The package has no file of it.';
      return `${name}@${version}, ${license}\n\n${notice}`;
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

function findNotice(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const name = readdirSync(folder).find((file) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(file));
  return name === undefined ? undefined : readFileSync(join(folder, name), 'utf8').trim();
}
