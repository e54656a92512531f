// The client package as its manifest says, made of the sources, for examples that import it by its name.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

const CLIENT = resolve(import.meta.dirname, '..', '..', 'client');

export function installClient(folder: string): void {
  mkdirSync(folder, { recursive: true });
  buildSync({
    entryPoints: [join(CLIENT, 'src', 'index.ts')],
    bundle: true,
    format: 'esm',
    outfile: join(folder, 'dist', 'index.js'),
  });
  writeFileSync(join(folder, 'package.json'), readFileSync(join(CLIENT, 'package.json')));
}
