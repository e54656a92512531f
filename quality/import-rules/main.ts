// `npm run imports`: reports every import that the table of folders does not allow, every circle of files or folders, and
// a table in docs/architecture.md that is not this one. `--write` writes the table there.
import { readFileSync, writeFileSync } from 'node:fs';
import { checkImports } from './check-imports.ts';
import { placeTable } from './folder-table.ts';
import { FOLDERS } from './folders.ts';
import { readImports, sourceFiles } from './read-imports.ts';

const DOCUMENT = 'docs/architecture.md';

const files = sourceFiles('.');
const problems = checkImports(FOLDERS, files, readImports('.', files));

const document = readFileSync(DOCUMENT, 'utf8');
const wanted = placeTable(document, FOLDERS);
if (process.argv.includes('--write')) writeFileSync(DOCUMENT, wanted);
else if (wanted !== document) problems.push(`${DOCUMENT}: its table is stale: npm run imports -- --write`);

for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} violations of quality/import-rules/folders.ts`);
  process.exitCode = 1;
}
