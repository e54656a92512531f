// Bundles the command line with the engines of the local cloud as JavaScript that any Node from 20 on runs, and copies
// the files that it opens by path, below the package's root as below that of the clone.
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { buildPageScript } from '../../apps/cli/report-pages/build-page-script.ts';
import { loadLocalAssembly } from './installed-assembly.ts';
import { loadPageScript } from './installed-page-script.ts';
import { createInstalledSource } from './installed-source.ts';

/** Files and folders that are opened by path while the program runs. */
const FILES = [
  'bin/end-with-launcher.mjs',
  'apps/cli/demo/data/README.md',
  'apps/cli/demo/data/online-retail-2010-12.csv.gz',
  'apps/cli/report-pages/table-tools.js',
  'docs/concepts',
  'apps/local-cloud/engines/dynoxide-guard.mjs',
  'apps/local-cloud/functions/function-worker.mjs',
];

/** Modules that the package replaces by others with the same functions. */
const REPLACED = {
  'bin/local-assembly.ts': {
    file: 'tools/package/installed-assembly.ts',
    exports: { loadLocalAssembly } satisfies Pick<
      typeof import('../../bin/local-assembly.ts'),
      'loadLocalAssembly'
    >,
  },
  'apps/cli/report-pages/page-script.ts': {
    file: 'tools/package/installed-page-script.ts',
    exports: { loadPageScript } satisfies Pick<
      typeof import('../../apps/cli/report-pages/page-script.ts'),
      'loadPageScript'
    >,
  },
};

const OPTIONS: BuildOptions = {
  bundle: true,
  minify: true,
  keepNames: true,
  metafile: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // CommonJS dependencies in an ES module bundle still call require.
  banner: {
    js: "import{createRequire as __require}from'node:module';const require=__require(import.meta.url);",
  },
  logLevel: 'warning',
};

/** Returns the paths of all bundled files. */
export async function writeProgram(root: string, folder: string): Promise<readonly string[]> {
  for (const file of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { recursive: true });
  }
  const page = buildPageScript(root);
  mkdirSync(join(folder, 'program'), { recursive: true });
  writeFileSync(join(folder, 'program', 'page.mjs'), page.script);
  writeFileSync(join(folder, 'program', 'page.css'), page.style);
  const launcher = 'tools/package/launcher';
  for (const name of ['order-analytics.mjs', 'run.mjs', 'older-node.mjs']) {
    mkdirSync(join(folder, 'launcher'), { recursive: true });
    copyFileSync(join(root, launcher, name), join(folder, 'launcher', name));
  }
  const program = await build({
    ...OPTIONS,
    absWorkingDir: root,
    entryPoints: { main: 'apps/cli/main.ts' },
    outdir: join(folder, 'program'),
    splitting: true,
    plugins: [
      createInstalledSource({
        root,
        toRoot: '../',
        replaced: Object.fromEntries(
          Object.entries(REPLACED).map(([name, { file }]) => [name, join(root, file)]),
        ),
      }),
    ],
  });
  return [...page.inputs, ...Object.keys(program.metafile?.inputs ?? {})];
}
