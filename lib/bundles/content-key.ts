// A digest over the paths and the contents of files: a build from them is valid as long as the digest is equal.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** `paths`: files, and folders with everything below them. Those that don't exist count as empty. */
export function contentKey(root: string, paths: readonly string[]): string {
  const digest = createHash('sha256');
  for (const file of paths.flatMap((path) => filesAt(join(root, path))).sort()) {
    const contents = readFileSync(file);
    // With its length, the end of one file can't pass for the beginning of the next.
    digest.update(`${relative(root, file)}\0${contents.length}\0`).update(contents);
  }
  return digest.digest('hex');
}

function filesAt(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
