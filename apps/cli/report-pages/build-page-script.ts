// Builds the console's views of reports as a script for Node.
import { join } from 'node:path';
import { buildSync } from 'esbuild';

export interface BuiltPageScript {
  readonly script: string;
  readonly style: string;
  /** Paths of the sources. */
  readonly inputs: readonly string[];
}

/** `root`: of the repository. */
export function buildPageScript(root: string): BuiltPageScript {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: { page: 'apps/console/reports/saved-report.tsx', style: 'apps/console/style.css' },
    inject: ['apps/cli/report-pages/no-browser.mjs'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: join(root, 'dist', 'page'),
    legalComments: 'none',
    logLevel: 'warning',
  });
  const getText = (ending: string): string =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: getText('.js'), style: getText('.css'), inputs: Object.keys(metafile.inputs) };
}
