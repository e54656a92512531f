// Converts a source of a clone for the installed package. Everything else is the same code: the package's files have
// the same paths below its root as in the clone.
import { readFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import type { Plugin } from 'esbuild';

/** Commands that people type, and paths of their data. In a home folder, other programs use `.local`. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['npm run -s cli --', 'npx order-analytics'],
  ['npm start -- ', 'npx order-analytics start '],
  ['npm start', 'npx order-analytics start'],
  ['npm run demo', 'npx order-analytics demo'],
  ["'.local'", "'.order-analytics'"],
  ['.local/', '.order-analytics/'],
];

/** This module looks for a file of a package that is in the bundle. */
const INNER_MODULE = "(new URL('./sqs/sqsStore.js', import.meta.resolve('fauxqs')).href)";
const BUNDLED_MODULE = "('../../node_modules/fauxqs/dist/sqs/sqsStore.js')";

/**
 * Node has Zstandard since 22.15; a module that imports a missing name cannot be loaded. Only the engines' code calls
 * it.
 */
const ZLIB = /^import \{([^}]+)\} from 'node:zlib';/m;

export interface InstalledSourceOptions {
  /** The root of the clone. */
  readonly root: string;
  /** Path from the folder of the bundle's files to the root of the package. */
  readonly toRoot: string;
  /** Modules of the clone that the package replaces by others. */
  readonly replaced: Readonly<Record<string, string>>;
}

export function createInstalledSource({ root, toRoot, replaced }: InstalledSourceOptions): Plugin {
  return {
    name: 'installed-source',
    setup(build) {
      build.onLoad({ filter: /\/package\.json$/ }, ({ path }) => {
        if (relative(root, path) !== 'package.json') return undefined;
        const { version } = JSON.parse(readFileSync(path, 'utf8'));
        return { contents: JSON.stringify({ version }), loader: 'json' };
      });
      build.onLoad({ filter: /\.(ts|tsx|mjs)$/ }, ({ path }) => {
        const name = relative(root, path).split(sep).join('/');
        if (name.includes('node_modules/') || name.startsWith('..')) return undefined;
        const source = readFileSync(replaced[name] ?? path, 'utf8');
        const contents = replaceImportMeta(
          TEXTS.reduce((text, [from, to]) => text.replaceAll(from, to), source),
          name,
          toRoot,
        );
        return {
          contents,
          loader: path.endsWith('x') ? 'tsx' : 'ts',
          resolveDir: dirname(replaced[name] ?? path),
        };
      });
    },
  };
}

/** Replaces `import.meta` by the source's path in the package, whichever file of the bundle contains it. */
function replaceImportMeta(source: string, name: string, toRoot: string): string {
  const text = source
    .replace(INNER_MODULE, BUNDLED_MODULE)
    .replace(ZLIB, 'import * as __zlib from "node:zlib";\nconst {$1} = __zlib;');
  if (!/import\.meta\.(dirname|url)/.test(text)) return text;
  return [
    "import { fileURLToPath as __path } from 'node:url';",
    "import { dirname as __folder } from 'node:path';",
    `const __here = new URL(${JSON.stringify(`${toRoot}${name}`)}, import.meta.url);`,
    text
      .replaceAll('import.meta.dirname', '__folder(__path(__here))')
      .replaceAll('import.meta.url', '__here.href'),
  ].join('\n');
}
