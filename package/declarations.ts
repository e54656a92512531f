// Types of what the package exports, and the client, by the compiler.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `project`: path of a tsconfig below `root`. Writes what it emits to `folder`. */
export function compile(root: string, project: string, folder: string): void {
  // Not .bin/tsc, which may be the one of typescript5.
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '-p', project, '--outDir', folder], { cwd: root, stdio: 'inherit' });
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.d.ts')) nameOutputs(join(folder, name));
  }
}

/** tsc leaves the imports of declarations as they are (`./list.ts`), which older compilers don't take. */
function nameOutputs(file: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll(/((?:from |import\()['"]\.\.?\/[\w./-]+)\.ts(['"][;)])/g, '$1.js$2'));
}
