// Builds the console: its page, and the scripts, styles and pictures that it loads, under names that change with their
// contents. Every file is compressed here, once.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import {
  type BuildOptions,
  type BuildResult,
  build,
  type Metafile,
  type OutputFile,
  type Plugin,
} from 'esbuild';
import {
  CONSOLE_FOLDER,
  CONSOLE_LIST,
  CONSOLE_PAGE,
  type ConsoleFileList,
  type ContentEncoding,
} from '../../src/service/wiring/packaged-files.ts';
import { listTextNames, TEXTS_AS_SCRIPTS } from './text-names.ts';
import { UNUSED_CONSTANTS } from './unused-constants.ts';

// The console's page, once per script of views: each page names all scripts that its views need, so that a
// browser loads them together. Otherwise it would discover each after the one before: on a slow line, a
// second for every three.

/** The module that the script is made of, by the name of its page. */
const MODULES: Readonly<Record<string, string>> = {
  [CONSOLE_PAGE]: 'apps/console/main.tsx',
  'import.html': 'apps/console/import/imported.ts',
  'reports.html': 'apps/console/reports/shown.ts',
  'manage.html': 'apps/console/settings/managed.ts',
};

/**
 * The pages of the views that apps/console/app/loading/lazy-view.tsx loads, without those of the first page.
 */
const PAGE_OF_VIEW: Readonly<Record<string, string>> = {
  import: 'import.html',
  report: 'reports.html',
  product: 'reports.html',
  customer: 'reports.html',
  compare: 'reports.html',
  period: 'reports.html',
  reports: 'manage.html',
  schedules: 'manage.html',
  audiences: 'manage.html',
  erasure: 'manage.html',
  connect: 'manage.html',
  settings: 'manage.html',
};

/** `files`: the names of all built files. */
function createPages(
  root: string,
  files: readonly string[],
  { outputs }: Metafile,
): ReadonlyMap<string, string> {
  const findFile = (beginning: string, end: string): string => {
    const found = files.find((name) => name.startsWith(beginning) && name.endsWith(end));
    if (found === undefined) throw new Error(`the console has no file ${beginning}…${end}`);
    return `console/${found}`;
  };
  const page = readFileSync(join(root, 'apps/console', CONSOLE_PAGE), 'utf8')
    .replace('old-browser.js', findFile('old-browser-', '.js'))
    .replace('main.js', findFile('main-', '.js'))
    .replace('import-worker.js', findFile('import-worker-', '.js'))
    .replace('style.css', findFile('style-', '.css'))
    .replace('icon.svg', findFile('icon-', '.svg'));
  const [main = ''] = listScripts(outputs, 'apps/console/main.tsx');
  return new Map(
    Object.entries(MODULES).map(([name, module]) => {
      const links = listScripts(outputs, module)
        .filter((script) => script !== main)
        .map((script) => `    <link rel="modulepreload" href="console/${basename(script)}">\n`);
      return [name, page.replace('  </head>', `${links.join('')}  </head>`)];
    }),
  );
}

/** The script of a module, and all scripts that it imports statically. */
function listScripts(outputs: Metafile['outputs'], module: string): string[] {
  const found = Object.keys(outputs).filter((name) => outputs[name]?.entryPoint === module);
  if (found.length === 0) throw new Error(`the console has no script of ${module}`);
  for (const name of found) {
    for (const { kind, path } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement' && !found.includes(path)) found.push(path);
  }
  return found;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.gz': 'application/gzip',
};

/** The digest in names that change with their contents. */
const DIGEST = /-[0-9A-Z]{8}\.\w+$/;

/**
 * The oldest supported browsers; docs/console.md and the page name them, too. Newer features fail the type
 * check.
 */
const BROWSERS = ['chrome111', 'firefox119', 'safari16.4'];

/** The packages in the scripts, whose licences come with them. */
const LICENCES: Readonly<Record<string, string>> = {
  hyparquet: 'node_modules/hyparquet/LICENSE',
  preact: 'node_modules/preact/LICENSE',
  '@preact/signals': 'node_modules/@preact/signals/LICENSE',
  '@preact/signals-core': 'node_modules/@preact/signals-core/LICENSE',
  // hyparquet contains its decompression of Snappy.
  snappyjs: 'apps/console/snappyjs-licence.txt',
};

/** A month of a shop's orders, for users without a file. */
const DEMO_SHOP = 'apps/cli/demo/data/online-retail-2010-12.csv.gz';

/** Smaller blocks than by default fit scripts with texts in them better: they save a four-hundredth. */
const MEMORY_LEVEL = 7;

/** Brotli's distances for fonts suit scripts better than those for texts: they save a thousandth. */
const { BROTLI_MODE_FONT, BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY } = constants;

/** Compressed files are only wrapped. */
const COMPRESS: Readonly<Record<ContentEncoding, (bytes: Uint8Array, isCompressed: boolean) => Uint8Array>> =
  {
    br: (bytes, isCompressed) =>
      brotliCompressSync(bytes, {
        params: { [BROTLI_PARAM_QUALITY]: isCompressed ? 0 : 11, [BROTLI_PARAM_MODE]: BROTLI_MODE_FONT },
      }),
    gzip: (bytes, isCompressed) =>
      gzipSync(bytes, { level: isCompressed ? 1 : constants.Z_BEST_COMPRESSION, memLevel: MEMORY_LEVEL }),
  };

type Minifier = Pick<typeof import('vite'), 'minifySync' | 'version'>;

interface Written {
  readonly write: false;
  readonly metafile: true;
}

export interface BuiltConsole {
  /** Names are relative to the function's folder. */
  readonly files: readonly { readonly name: string; readonly contents: Uint8Array }[];
  /** Paths of the sources. */
  readonly inputs: readonly string[];
}

export async function buildConsole(root: string): Promise<BuiltConsole> {
  const hint = await runEsbuild(root, {
    ...{ entryPoints: ['apps/console/old-browser.ts'], entryNames: '[name]-[hash]' },
    ...{ format: 'iife', target: 'es5' },
  });
  const demo = readFileSync(join(root, DEMO_SHOP));
  const demoName = `demo-shop-${createHash('sha256').update(demo).digest('hex').slice(0, 8).toUpperCase()}.gz`;
  // Loading the minifier takes 90 ms, so it is loaded only for a build.
  const minifier: Minifier = createRequire(import.meta.url)('vite');
  // The worker of the import view shares scripts with the page.
  const page = await runEsbuild(root, {
    entryPoints: {
      main: 'apps/console/main.tsx',
      style: 'apps/console/style.css',
      icon: 'apps/console/icon.svg',
      'import-worker': 'apps/console/import-worker/main.ts',
    },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    // Members of JSON files are quoted. Shorter names of texts save 1 kB with brotli.
    ...{ mangleProps: new RegExp(`^(?:${listTextNames(root).join('|')})$`), mangleQuoted: true },
    define: { DEMO_SHOP: JSON.stringify(`./${demoName}`) },
    // The digest in a name is that of esbuild's output; the banner makes it depend on the second minifier's
    // version, too.
    banner: { js: `// ${minifier.version}` },
  });
  const scripts = page.outputFiles.map((file) => shrinkFile(file, minifier));
  const outputs = [...scripts, ...hint.outputFiles, { path: demoName, contents: demo }];
  return assembleConsole(root, outputs, page.metafile);
}

/** Applies a second minifier to esbuild's output, which saves a fortieth. */
function shrinkFile({ path, contents }: OutputFile, { minifySync }: Minifier) {
  if (!path.endsWith('.js')) return { path, contents };
  const { code, errors } = minifySync(path, Buffer.from(contents).toString('utf8'), {
    module: true,
    compress: { target: BROWSERS },
  });
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join(', ')}`);
  return { path, contents: Buffer.from(code) };
}

/** Gives elements their children as arguments: shorter than the member `children` of the automatic runtime. */
const JSX_BY_ARGUMENTS: Plugin = {
  name: 'jsx-by-arguments',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx$/ }, ({ path }) => ({
      contents: `import { Fragment as JsxFragment, h as createJsx } from 'preact';${readFileSync(path, 'utf8')}`,
      loader: 'tsx',
    }));
  },
};

function runEsbuild(root: string, options: BuildOptions): Promise<BuildResult<Written>> {
  return build({
    loader: { '.svg': 'copy' },
    format: 'esm',
    platform: 'browser',
    target: BROWSERS,
    ...{ jsx: 'transform', jsxFactory: 'createJsx', jsxFragment: 'JsxFragment' },
    // Fields without a value are left out of classes.
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
    charset: 'utf8',
    ...options,
    write: false,
    metafile: true,
    absWorkingDir: root,
    outdir: join(root, 'dist', 'console'),
    bundle: true,
    minify: true,
    legalComments: 'none',
    plugins: [UNUSED_CONSTANTS, TEXTS_AS_SCRIPTS, JSX_BY_ARGUMENTS],
    logLevel: 'warning',
  });
}

function assembleConsole(
  root: string,
  outputs: readonly Pick<OutputFile, 'path' | 'contents'>[],
  metafile: Metafile,
): BuiltConsole {
  const files = new Map(outputs.map(({ path, contents }) => [basename(path), contents]));
  for (const [name, page] of createPages(root, [...files.keys()], metafile))
    files.set(name, Buffer.from(page));
  const licences = Object.entries(LICENCES).map(
    ([name, file]) => `${name}\n\n${readFileSync(join(root, file), 'utf8')}`,
  );
  files.set('licences.txt', Buffer.from(licences.join('\n\n')));
  return { files: packFiles(files), inputs: listInputs(metafile) };
}

/** Returns the sources that the outputs have something of: some are read, and left out whole. */
function listInputs({ outputs }: Metafile): string[] {
  const used = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  return [...new Set(used)];
}

function packFiles(files: ReadonlyMap<string, Uint8Array>): BuiltConsole['files'] {
  const list: ConsoleFileList = {
    files: Object.fromEntries(
      [...files.keys()]
        .sort()
        .map((name) => [name, { type: getContentType(name), immutable: DIGEST.test(name) }]),
    ),
    pages: PAGE_OF_VIEW,
  };
  const compressed = [...files].flatMap(([name, contents]) =>
    Object.entries(COMPRESS).map(([encoding, compress]) => ({
      name: `${name}.${encoding}`,
      contents: compress(contents, name.endsWith('.gz')),
    })),
  );
  const all = [...compressed, { name: CONSOLE_LIST, contents: Buffer.from(JSON.stringify(list)) }];
  return all.map(({ name, contents }) => ({ name: `${CONSOLE_FOLDER}/${name}`, contents }));
}

function getContentType(name: string): string {
  const type = TYPES[extname(name)];
  if (type === undefined) throw new Error(`the console has no content type for ${name}`);
  return type;
}
