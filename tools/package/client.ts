// Builds `order-analytics/client`: the sources without their types, and the types. It depends on nothing, not even on
// Node.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

// Compiles the client, and the types of the package's exports.

/** `project`: path of a tsconfig below `root`. Writes what it emits to `folder`. */
function compile(root: string, project: string, folder: string): void {
  // Not .bin/tsc, which may belong to typescript5.
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

/** `folder`: the package's folder. */
export function writeClient(root: string, folder: string): void {
  mkdirSync(join(root, '.types'), { recursive: true });
  const sources = mkdtempSync(join(root, '.types', 'client-'));
  try {
    cpSync(join(root, 'packages/client/src'), sources, { recursive: true });
    // Types that name the contract's would lead to this repository and to valibot.
    const program = join(root, 'tools/package/openapi-types.ts');
    execFileSync(process.execPath, [program, 'client', join(sources, 'schemas.ts')], { stdio: 'inherit' });
    const config = {
      extends: '../../tools/package/client-tsconfig.json',
      compilerOptions: { rootDir: '.' },
      include: ['.'],
    };
    writeFileSync(join(sources, 'tsconfig.json'), JSON.stringify(config));
    compile(root, join(sources, 'tsconfig.json'), join(folder, 'client'));
  } finally {
    rmSync(sources, { recursive: true });
  }
  copyFileSync(join(root, 'packages/client/README.md'), join(folder, 'client', 'README.md'));
}
