// `npm run openapi`: generates the files in docs/ from the contract. A test fails when a file is out of date.
import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.ts';

for (const { path, text } of generatedFiles()) {
  writeFileSync(path, text);
  console.log(`wrote ${path}`);
}
