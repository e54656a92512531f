// Replaces apps/cli/report-pages/page-script.ts in the package: returns the script that was built with the package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageScript } from '../../apps/cli/report-pages/page-script.ts';

/** Relative to the folder of the replaced module. */
const FOLDER = join(import.meta.dirname, '..', '..', 'program');

export async function loadPageScript(): Promise<PageScript> {
  const { drawReport } = await import(pathToFileURL(join(FOLDER, 'page.mjs')).href);
  return { drawReport, style: readFileSync(join(FOLDER, 'page.css'), 'utf8') };
}
