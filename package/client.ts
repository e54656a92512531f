// `order-analytics/client`: the sources without their types, and the types. It depends on nothing, not even on Node.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './declarations.ts';

/** `folder`: of the package. */
export function writeClient(root: string, folder: string): void {
  compile(root, 'client/tsconfig.json', join(folder, 'client'));
  copyFileSync(join(root, 'client', 'README.md'), join(folder, 'client', 'README.md'));
}
