// Chooses the names of the console's texts that its scripts can shorten: those that all sources only read as members.
// A name that any source defines or has in a string stays, because a request or a stored value may depend on it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const TEXTS = ['apps/console/texts/**/*.json', 'packages/report-parts/**/*.json'];
/** All that is in the scripts, and the API. */
const SOURCES = ['apps/console/**/*.{ts,tsx}', 'packages/*/**/*.ts', 'src/**/*.ts'];
/** A name with a capital letter: those of the API have none. */
const NAME_OF_TEXT = /"([a-z]\w*[A-Z]\w*)":/g;
/** Browsers have members of these names, too: a test finds them. */
const OF_BROWSERS = ['gridColumn', 'gridRow', 'newVersion', 'readOnly'];
/** A name that is not read as a member. */
const OTHER_NAME = /(?<![\w.])[a-z]\w*[A-Z]\w*|(?<=\.\.)[a-z]\w*[A-Z]\w*/g;

export function listTextNames(root: string): string[] {
  const find = (files: readonly string[], pattern: RegExp): Set<string> => {
    const paths = globSync(files, { cwd: root, exclude: (path) => path.includes('node_modules') });
    const matches = paths.flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(pattern)]);
    return new Set(matches.map(([whole, name = whole]) => name));
  };
  const others = new Set([...find(SOURCES, OTHER_NAME), ...OF_BROWSERS]);
  return [...find(TEXTS, NAME_OF_TEXT).difference(others)].sort();
}

/** Reads JSON files as scripts: esbuild shortens no name in a file of data. */
export const TEXTS_AS_SCRIPTS: Plugin = {
  name: 'texts-as-scripts',
  setup({ onLoad }) {
    onLoad({ filter: /\.json$/ }, ({ path }) => ({
      contents: `export default ${readFileSync(path, 'utf8')}`,
      loader: 'js',
    }));
  },
};
