import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CONCEPTS } from '../../src/service/wiring/packaged-files.ts';

/** All inputs that determine a bundle; npm writes the last one with the packages that it has installed. */
export const BUNDLE_INPUTS: readonly string[] = [
  'src',
  'functions',
  'apps/console',
  'packages/client/src',
  'packages/order-files',
  'packages/report-parts',
  CONCEPTS,
  'lib/bundles/console-files.ts',
  'lib/bundles/bundle-inputs.ts',
  'lib/bundles/function-bundles.ts',
  'lib/bundles/node-http.mjs',
  'lib/bundles/protocol-shims.mjs',
  'lib/bundles/sdk-shims.mjs',
  'lib/bundles/unused-constants.ts',
  'lib/bundles/write-bundles.ts',
  'package-lock.json',
  'node_modules/.package-lock.json',
];

// A digest over the paths and the contents of files: a build from them is valid while the digest is equal.

/** `paths`: files, and folders with everything below them. Missing ones count as empty. */
export function computeContentKey(root: string, paths: readonly string[]): string {
  const digest = createHash('sha256');
  for (const file of paths.flatMap((path) => listFiles(join(root, path))).sort()) {
    const contents = readFileSync(file);
    // The length keeps the end of one file apart from the beginning of the next.
    digest.update(`${relative(root, file)}\0${contents.length}\0`).update(contents);
  }
  return digest.digest('hex');
}

function listFiles(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
