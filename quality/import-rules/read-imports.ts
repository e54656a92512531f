// Every import of the repository's sources, with types alone counted as well: a file depends on what it imports.
import { globSync } from 'node:fs';
import { posix } from 'node:path';

export interface Import {
  /** Paths are relative to the repository's root, with `/`. */
  readonly from: string;
  /** A file of the repository, or a package's name; Node's own modules as `node:fs`. */
  readonly to: string;
  readonly isFile: boolean;
}

/**
 * Import and export declarations begin a line (Biome formats them so); `import()` may stand anywhere but in a comment.
 * What is imported by a name that the program computes is not seen.
 */
const DECLARATIONS =
  /^(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|^(?!\s*(?:\/\/|\*)).*\bimport\(\s*'([^']+)'\s*\)/gm;

/** `source`: the text of the file at `path`. */
export function importsOf(path: string, source: string): Import[] {
  return [...source.matchAll(DECLARATIONS)].map(([, declared, bare, dynamic]) => {
    const name = declared ?? bare ?? dynamic ?? '';
    const isFile = name.startsWith('.');
    return {
      from: path,
      to: isFile ? posix.join(posix.dirname(path), name) : packageOf(name),
      isFile,
    };
  });
}

/** Paths of all sources below `root`, ascending; generated folders and installed packages apart. */
export function sourceFiles(root: string): string[] {
  return globSync('**/*.{ts,tsx,mts,js,mjs}', { cwd: root, exclude: isGenerated })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** What .gitignore names, as far as sources may lie in it. */
function isGenerated(name: string): boolean {
  return /(^|\/)(node_modules|dist|cdk\.out|\.[^/]+)$/.test(name);
}

/** `@middy/core/types` is of the package `@middy/core`. */
function packageOf(name: string): string {
  if (name.startsWith('node:')) return name;
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}
