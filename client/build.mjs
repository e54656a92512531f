// Builds dist/: the sources without their types, and the types. tsc leaves the imports of declarations as they are
// (`./list.ts`), which older compilers don't take: they are made to name what stands there.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const dist = join(here, 'dist');

rmSync(dist, { recursive: true, force: true });
const { status, error } = spawnSync('tsc', ['-p', join(here, 'tsconfig.json')], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (error !== undefined) throw error;
if (status !== 0) process.exit(status ?? 1);
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.d.ts'),
)) {
  const file = join(dist, name);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll(/((?:from |import\()'\.\.?\/[\w/-]+)\.ts('[;)])/g, '$1.js$2'));
}
