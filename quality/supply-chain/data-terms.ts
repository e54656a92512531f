// The licence terms of the data files in the repository: the README next to a file names the file and its terms.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const TERMS = /\bCC BY 4\.0\b|\bMIT License\b|\bGPL-3\b|\bApache-2\.0\b/;

/** Paths of the data files below `root` without stated terms, ascending. */
export function dataWithoutTerms(root: string): string[] {
  return globSync('{bench,docs,local,src,test}/**/*.{csv,gz,ndjson,parquet,rda}', { cwd: root })
    .filter((file) => !hasTerms(join(root, file)))
    .sort();
}

function hasTerms(file: string): boolean {
  const readme = join(dirname(file), 'README.md');
  if (!existsSync(readme)) return false;
  const text = readFileSync(readme, 'utf8');
  return text.includes(`\`${basename(file)}\``) && TERMS.test(text);
}
