// docs/concepts as one file, packaged with the function that answers agents, which serves its sections.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

export const CONCEPTS_FILE = 'concepts.md';
/** Folder in the repository. */
export const CONCEPTS = 'docs/concepts';

/** All pages, in the order of their list. */
export function readConcepts(root: string): string {
  const read = (file: string): string => readFileSync(join(root, CONCEPTS, file), 'utf8');
  const listed = read('README.md').matchAll(/\]\(([a-z-]+\.md)\)/g);
  return [...listed].map(([, page = '']) => read(page)).join('\n');
}

// All routes in one file, packaged with the functions that need their names: to answer a preflight, or an
// entry of the audit list, they would otherwise load the schemas of all operations.

export const ROUTES_FILE = 'routes.json';
const routesFile = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.nullable(v.string())));

/**
 * Returns the operations by their routes, as the gateway names them; null for the console's pages, which are
 * no operations.
 */
export function readRoutes(folder: string): Readonly<Record<string, string | null>> {
  return v.parse(routesFile, readFileSync(join(folder, ROUTES_FILE), 'utf8'));
}

// The files of the console's folder, packaged with its function: each compressed twice, and a list of them.
// The bundler writes them, the function reads them.

export const CONSOLE_FOLDER = 'console';
export const CONSOLE_LIST = 'files.json';
/** Name of the page in the list; it opens the first view. */
export const CONSOLE_PAGE = 'index.html';

export const consoleFileList = v.object({
  files: v.record(v.string(), v.object({ type: v.string(), immutable: v.boolean() })),
  /** Page by view, if the view's scripts need a page of their own; the other views use CONSOLE_PAGE. */
  pages: v.record(v.string(), v.string()),
});
export type ConsoleFileList = v.InferOutput<typeof consoleFileList>;

/** Best compression first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type ContentEncoding = (typeof ENCODINGS)[number];
