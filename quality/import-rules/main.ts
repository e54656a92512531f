// `npm run imports`: reports every import that the table of folders does not allow, every circle of files or folders, every
// export that no other file imports, and a table in docs/architecture.md that is not this one. `--write` writes the table
// there.
import { readFileSync, writeFileSync } from 'node:fs';
import { checkImports } from './check-imports.ts';
import { placeTable } from './folder-table.ts';
import { FOLDERS } from './folders.ts';
import { needlessExports } from './needless-exports.ts';
import { importsOf, sourceFiles } from './read-imports.ts';

const DOCUMENT = 'docs/architecture.md';

const files = sourceFiles('.');
const sources = files.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const imports = sources.flatMap(({ path, text }) => importsOf(path, text));
const problems = [...checkImports(FOLDERS, files, imports), ...needlessExports(sources)];

const document = readFileSync(DOCUMENT, 'utf8');
const wanted = placeTable(document, FOLDERS);
if (process.argv.includes('--write')) writeFileSync(DOCUMENT, wanted);
else if (wanted !== document) problems.push(`${DOCUMENT}: its table is stale: npm run imports -- --write`);

for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} violations`);
  process.exitCode = 1;
}
