// `order-analytics/client`: the sources without their types, and the types. It depends on nothing, not even on Node.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './declarations.ts';

/** `folder`: of the package. */
export function writeClient(root: string, folder: string): void {
  mkdirSync(join(root, '.types'), { recursive: true });
  const sources = mkdtempSync(join(root, '.types', 'client-'));
  try {
    cpSync(join(root, 'client', 'src'), sources, { recursive: true });
    // Types that name the contract's would lead to this repository and to valibot.
    const program = join(root, 'package', 'openapi-types.ts');
    execFileSync(process.execPath, [program, 'client', join(sources, 'schemas.ts')], { stdio: 'inherit' });
    const config = {
      extends: '../../package/client-tsconfig.json',
      compilerOptions: { rootDir: '.' },
      include: ['.'],
    };
    writeFileSync(join(sources, 'tsconfig.json'), JSON.stringify(config));
    compile(root, join(sources, 'tsconfig.json'), join(folder, 'client'));
  } finally {
    rmSync(sources, { recursive: true });
  }
  copyFileSync(join(root, 'client', 'README.md'), join(folder, 'client', 'README.md'));
}
