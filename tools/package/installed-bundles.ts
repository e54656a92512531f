// Replaces lib/bundles/function-bundles.ts in the package: returns the functions as they were bundled when it was
// built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The path from lib/bundles/. */
const FUNCTIONS = join(import.meta.dirname, '../../functions');

let folders: Readonly<Record<string, string>> | undefined;

/** Returns the folder of `http/submit-orders` with its index.mjs. */
export function getBundlePath(entry: string): string {
  folders ??= JSON.parse(readFileSync(join(FUNCTIONS, 'entries.json'), 'utf8'));
  const folder = folders?.[entry];
  if (folder === undefined) throw new Error(`the package has no function ${entry}`);
  return join(FUNCTIONS, folder);
}
