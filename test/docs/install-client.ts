// The package with the client alone, made of the sources, for examples that import it by its name.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { packageManifest } from '../../package/manifest.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

export function installClient(folder: string): void {
  mkdirSync(folder, { recursive: true });
  buildSync({
    entryPoints: [join(ROOT, 'client', 'src', 'index.ts')],
    bundle: true,
    format: 'esm',
    outfile: join(folder, 'client', 'index.js'),
  });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packageManifest(ROOT)));
}
