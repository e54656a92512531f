// Builds the console: one page, and the scripts, styles and pictures that it loads, under names that change with their
// contents. Views are loaded when they are needed. Every file is compressed here, once.
import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import {
  CONSOLE_FOLDER,
  CONSOLE_LIST,
  CONSOLE_PAGE,
  type ConsoleFileList,
  type Encoding,
} from '../src/wiring/console-files.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** In names that change with their contents. */
const DIGEST = /-[0-9A-Z]{8}\.\w+$/;

/** The packages in the scripts, whose licences come with them. */
const LICENCES = ['preact/LICENSE', '@preact/signals/LICENSE', '@preact/signals-core/LICENSE'];

const COMPRESS: Readonly<Record<Encoding, (bytes: Uint8Array) => Uint8Array>> = {
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

export interface BuiltConsole {
  /** Names are relative to the function's folder. */
  readonly files: readonly { readonly name: string; readonly contents: Uint8Array }[];
  /** Paths of the sources. */
  readonly inputs: readonly string[];
}

export function buildConsole(root: string): BuiltConsole {
  const { outputFiles, metafile } = buildSync({
    write: false,
    metafile: true,
    absWorkingDir: root,
    entryPoints: ['console/main.tsx', 'console/style.css', 'console/icon.svg'],
    outdir: join(root, 'dist', 'console'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    loader: { '.svg': 'copy' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  });
  const built = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const named = (beginning: string, end: string): string => {
    const found = [...built.keys()].find((name) => name.startsWith(beginning) && name.endsWith(end));
    if (found === undefined) throw new Error(`the console has no file ${beginning}…${end}`);
    return `console/${found}`;
  };
  const page = readFileSync(join(root, 'console', CONSOLE_PAGE), 'utf8')
    .replace('main.js', named('main-', '.js'))
    .replace('style.css', named('style-', '.css'))
    .replace('icon.svg', named('icon-', '.svg'));
  built.set(CONSOLE_PAGE, Buffer.from(page));
  const licences = LICENCES.map((file) => readFileSync(join(root, 'node_modules', file), 'utf8'));
  built.set('licences.txt', Buffer.from(licences.join('\n')));
  return { files: packed(built), inputs: Object.keys(metafile.inputs) };
}

function packed(built: ReadonlyMap<string, Uint8Array>): BuiltConsole['files'] {
  const list: ConsoleFileList = Object.fromEntries(
    [...built.keys()].sort().map((name) => [name, { type: typeOf(name), immutable: DIGEST.test(name) }]),
  );
  const compressed = [...built].flatMap(([name, contents]) =>
    Object.entries(COMPRESS).map(([encoding, compress]) => ({
      name: `${name}.${encoding}`,
      contents: compress(contents),
    })),
  );
  const all = [...compressed, { name: CONSOLE_LIST, contents: Buffer.from(JSON.stringify(list)) }];
  return all.map(({ name, contents }) => ({ name: `${CONSOLE_FOLDER}/${name}`, contents }));
}

function typeOf(name: string): string {
  const type = TYPES[extname(name)];
  if (type === undefined) throw new Error(`the console has no content type for ${name}`);
  return type;
}
