// The licence terms of the data files in the repository: a README next to a file, or above it, names the file and its terms.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const TERMS = /\bCC BY 4\.0\b|\bMIT License\b|\bGPL-3\b|\bApache-2\.0\b/;

/** Paths of the data files below `root` without stated terms, ascending. */
export function dataWithoutTerms(root: string): string[] {
  return globSync('{cli,docs,local,quality,src,test}/**/*.{csv,gz,ndjson,parquet,rda}', { cwd: root })
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
