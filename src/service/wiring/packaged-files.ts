// docs/concepts as the one file that lies beside the code of the function that answers agents, which serves its sections.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

export const CONCEPTS_FILE = 'concepts.md';
/** In the repository. */
export const CONCEPTS = 'docs/concepts';

/** All pages, in the order of their list. */
export function readConcepts(root: string): string {
  const read = (file: string): string => readFileSync(join(root, CONCEPTS, file), 'utf8');
  const listed = read('README.md').matchAll(/\]\(([a-z-]+\.md)\)/g);
  return [...listed].map(([, page = '']) => read(page)).join('\n');
}

// All routes lie beside the code of the functions that name them: to answer a preflight, or an entry of the audit list, those
// would otherwise load the schemas of all operations.

export const ROUTES_FILE = 'routes.json';
const routesFile = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.nullable(v.string())));

/** Returns the operations by their routes, as the gateway names those; the console's pages are no operations. */
export function readRoutes(folder: string): Readonly<Record<string, string | null>> {
  return v.parse(routesFile, readFileSync(join(folder, ROUTES_FILE), 'utf8'));
}

// The files of the console's folder, beside the code of its function: each compressed twice, and a list of them. The
// bundler writes them, the function reads them.

export const CONSOLE_FOLDER = 'console';
export const CONSOLE_LIST = 'files.json';
/** The list's name of the page itself, as it opens the first view. */
export const CONSOLE_PAGE = 'index.html';

export const consoleFileList = v.object({
  files: v.record(v.string(), v.object({ type: v.string(), immutable: v.boolean() })),
  /** By view: the page that names the scripts which the view needs. Every other view has CONSOLE_PAGE. */
  pages: v.record(v.string(), v.string()),
});
export type ConsoleFileList = v.InferOutput<typeof consoleFileList>;

/** Best first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type ContentEncoding = (typeof ENCODINGS)[number];
