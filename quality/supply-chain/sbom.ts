// npm run sbom [FILE]: writes the software bill of materials of the installed production packages as CycloneDX JSON;
// the same lock file gives the same bytes.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const file = resolve(process.argv[2] ?? join(root, 'dist', 'sbom.cdx.json'));
mkdirSync(dirname(file), { recursive: true });
execFileSync(
  process.execPath,
  [
    join(root, 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js'),
    '--package-lock-only',
    ...['--omit', 'dev'],
    ...['--output-format', 'JSON'],
    ...['--spec-version', '1.6'],
    '--output-reproducible',
    '--validate',
    ...['--output-file', file],
  ],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
);
console.log(file);
