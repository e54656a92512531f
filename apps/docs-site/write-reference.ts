// `npm run openapi`: writes the reference that docs/reference.md lists to dist/docs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createWrittenFiles } from './written.ts';

const folder = resolve(import.meta.dirname, '../../dist/docs');

mkdirSync(folder, { recursive: true });
for (const [name, text] of await createWrittenFiles()) {
  writeFileSync(join(folder, name), text);
  console.log(`wrote ${join(folder, name)}`);
}
