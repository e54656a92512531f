// The console's page, once per script of views: each names all scripts that its views need, so that a browser asks for them
// together. It would otherwise learn of each when the one before has come: on a slow line, a second for every three.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { CONSOLE_PAGE } from '../../src/wiring/console-files.ts';

/** The module that the script is made of, by the name of its page. */
const MODULES: Readonly<Record<string, string>> = {
  [CONSOLE_PAGE]: 'console/main.tsx',
  'import.html': 'console/import/imported.ts',
  'reports.html': 'console/reports/shown.ts',
  'manage.html': 'console/settings/managed.ts',
};

/** As console/app/loading/lazy-view.tsx loads them, without those of the first page. */
export const PAGE_OF_VIEW: Readonly<Record<string, string>> = {
  import: 'import.html',
  report: 'reports.html',
  product: 'reports.html',
  customer: 'reports.html',
  compare: 'reports.html',
  reports: 'manage.html',
  schedules: 'manage.html',
  audiences: 'manage.html',
  erasure: 'manage.html',
  settings: 'manage.html',
};

/** `files`: the names of all built files. */
export function pagesOf(
  root: string,
  files: readonly string[],
  { outputs }: Metafile,
): ReadonlyMap<string, string> {
  const named = (beginning: string, end: string): string => {
    const found = files.find((name) => name.startsWith(beginning) && name.endsWith(end));
    if (found === undefined) throw new Error(`the console has no file ${beginning}…${end}`);
    return `console/${found}`;
  };
  const page = readFileSync(join(root, 'console', CONSOLE_PAGE), 'utf8')
    .replace('old-browser.js', named('old-browser-', '.js'))
    .replace('main.js', named('main-', '.js'))
    .replace('import-worker.js', named('import-worker-', '.js'))
    .replace('style.css', named('style-', '.css'))
    .replace('icon.svg', named('icon-', '.svg'));
  const [main = ''] = scriptsOf(outputs, 'console/main.tsx');
  return new Map(
    Object.entries(MODULES).map(([name, module]) => {
      const links = scriptsOf(outputs, module)
        .filter((script) => script !== main)
        .map((script) => `    <link rel="modulepreload" href="console/${basename(script)}">\n`);
      return [name, page.replace('  </head>', `${links.join('')}  </head>`)];
    }),
  );
}

/** The script of a module, and all that it imports when it is loaded. */
function scriptsOf(outputs: Metafile['outputs'], module: string): string[] {
  const found = Object.keys(outputs).filter((name) => outputs[name]?.entryPoint === module);
  if (found.length === 0) throw new Error(`the console has no script of ${module}`);
  for (const name of found) {
    for (const { kind, path } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement' && !found.includes(path)) found.push(path);
  }
  return found;
}
