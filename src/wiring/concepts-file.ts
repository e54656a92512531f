// docs/concepts as the one file that lies beside the code of the function that answers agents, which serves its sections.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CONCEPTS_FILE = 'concepts.md';
/** In the repository. */
export const CONCEPTS = 'docs/concepts';

/** All pages, in the order of their list. */
export function readConcepts(root: string): string {
  const read = (file: string): string => readFileSync(join(root, CONCEPTS, file), 'utf8');
  const listed = read('README.md').matchAll(/\]\(([a-z-]+\.md)\)/g);
  return [...listed].map(([, page = '']) => read(page)).join('\n');
}
