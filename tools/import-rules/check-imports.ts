// Checks every import of the repository's sources against the rooms, including imports of types alone: a file depends
// on what it imports.
import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { type Arrow, findCircles } from './circles.ts';
import type { Room } from './rooms.ts';

export interface SourceFile {
  /** The path relative to the repository's root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/**
 * Import and export declarations begin a line (Biome formats them so); `import()` may stand anywhere but in a comment.
 * Imports by a computed name are not found.
 */
const DECLARATIONS =
  /^(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|^(?!\s*(?:\/\/|\*)).*\bimport\(\s*'([^']+)'\s*\)/gm;

/** Lists the paths of all sources, ascending; leaves out what .gitignore names. */
export function listSourceFiles(): string[] {
  return globSync('**/*.{ts,tsx,mts,js,mjs}', {
    exclude: (name) => /(^|\/)(node_modules|dist|cdk\.out|\.[^/]+)$/.test(name),
  }).sort();
}

/** Returns one sentence per violation; empty if every rule holds. */
export function checkImports(rooms: readonly Room[], sources: readonly SourceFile[]): string[] {
  const used = new Set<string>();
  const problems: string[] = [];
  const arrows: Arrow[] = [];
  for (const { path, text } of sources) {
    const room = findRoom(rooms, path);
    if (room === undefined) {
      problems.push(`${path}: its folder is not in the table`);
      continue;
    }
    for (const [, declared, bare, dynamic] of text.matchAll(DECLARATIONS)) {
      const name = declared ?? bare ?? dynamic ?? '';
      const isFile = name.startsWith('.');
      const to = isFile ? posix.join(posix.dirname(path), name) : toPackageName(name);
      if (isFile) arrows.push({ from: path, to });
      const target = isFile ? (findRoom(rooms, to)?.path ?? to) : to;
      if (isFile && (isCovered(room.path, target) || room.above.includes(target))) continue;
      const listed = (isFile ? room.rooms : room.packages).find((one) => isCovered(one, target));
      if (listed === undefined) problems.push(`${path}: ${room.path} may not import ${to}`);
      else used.add(`${room.path} ${listed}`);
    }
  }
  for (const { path, rooms: allowed, packages } of rooms) {
    for (const one of [...allowed, ...packages]) {
      if (one !== '*' && !used.has(`${path} ${one}`))
        problems.push(`${path} may import ${one} but does not: remove it from the table`);
    }
  }
  const circles = findCircles(arrows).map((members) => `files import each other: ${members.join(', ')}`);
  return [...problems, ...circles];
}

/** `.` is the repository's root: it holds the files that lie in no folder. */
function findRoom(rooms: readonly Room[], file: string): Room | undefined {
  const own = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.';
  return rooms.filter(({ path }) => isCovered(path, own)).sort((a, b) => b.path.length - a.path.length)[0];
}

/** `src/analysis` covers every folder below it, `node:*` every module of Node's, `*` everything. */
function isCovered(listed: string, target: string): boolean {
  if (listed.endsWith('*')) return target.startsWith(listed.slice(0, -1));
  return listed === target || target.startsWith(`${listed}/`);
}

/** `@middy/core/types` belongs to the package `@middy/core`. */
function toPackageName(name: string): string {
  if (name.startsWith('node:')) return name;
  const parts = name.split('/');
  return parts.slice(0, name.startsWith('@') ? 2 : 1).join('/');
}
