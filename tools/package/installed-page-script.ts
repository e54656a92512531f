// In place of apps/cli/report-pages/page-script.ts in the package: what was built when the package was.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageScript } from '../../apps/cli/report-pages/page-script.ts';

/** As seen from the folder of the module that it replaces. */
const FOLDER = join(import.meta.dirname, '..', '..', 'program');

export async function loadPageScript(): Promise<PageScript> {
  const { drawReport } = await import(pathToFileURL(join(FOLDER, 'page.mjs')).href);
  return { drawReport, style: readFileSync(join(FOLDER, 'page.css'), 'utf8') };
}
