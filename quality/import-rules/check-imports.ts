// Holds imports against the table of rooms. A file belongs to the room with the longest path that it lies in; it may import
// files of its own room and of rooms within it, of the rooms listed for it, and the packages listed for it. Nothing else.
import { circlesOf } from './circles.ts';
import type { Folder } from './folders.ts';
import type { Import } from './read-imports.ts';

/** One sentence per violation; empty where every rule holds. */
export function checkImports(
  folders: readonly Folder[],
  files: readonly string[],
  imports: readonly Import[],
): string[] {
  const used = new Set<string>();
  const problems: string[] = [];
  for (const file of files) {
    if (folderOf(folders, file) === undefined) problems.push(`${file}: its folder is not in the table`);
  }
  for (const { from, to, isFile } of imports) {
    const folder = folderOf(folders, from);
    if (folder === undefined) continue;
    const target = isFile ? (folderOf(folders, to)?.path ?? to) : to;
    if (isFile && (covers(folder.path, target) || folder.above?.includes(target))) continue;
    const listed = (isFile ? folder.imports : folder.packages).find((one) => covers(one, target));
    if (listed === undefined) problems.push(`${from}: ${folder.path} may not import ${to}`);
    else used.add(`${folder.path} ${listed}`);
  }
  for (const { path, imports: allowed, packages } of folders) {
    for (const one of [...allowed, ...packages]) {
      if (one !== '*' && !used.has(`${path} ${one}`)) {
        problems.push(`${path} may import ${one} but does not: remove it from the table`);
      }
    }
  }
  return [...problems, ...circles(imports)];
}

function circles(imports: readonly Import[]): string[] {
  const arrows = imports.filter(({ isFile }) => isFile);
  return circlesOf(arrows).map((members) => `files import each other: ${members.join(', ')}`);
}

/** `.` is the repository's root: it has the files that lie in no folder. */
function folderOf(folders: readonly Folder[], file: string): Folder | undefined {
  const own = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.';
  return folders.filter(({ path }) => covers(path, own)).sort((a, b) => b.path.length - a.path.length)[0];
}

/** `src/core` covers every folder below it, `node:*` every module of Node's, `*` everything. */
function covers(listed: string, target: string): boolean {
  if (listed.endsWith('*')) return target.startsWith(listed.slice(0, -1));
  return listed === target || target.startsWith(`${listed}/`);
}
