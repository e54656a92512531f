// `npm run openapi`: writes what is made of the contract into docs/. A test fails when a file says something else.
import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.ts';

for (const { path, text } of generatedFiles()) {
  writeFileSync(path, text);
  console.log(`wrote ${path}`);
}
