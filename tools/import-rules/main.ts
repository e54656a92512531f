// `npm run imports`: reports every import that the table of rooms does not allow, every circle of files, and every
// export that no other file imports.
import { readFileSync } from 'node:fs';
import { checkImports, listSourceFiles } from './check-imports.ts';
import { findNeedlessExports } from './needless-exports.ts';
import { REPOSITORY } from './rooms.ts';

const sources = listSourceFiles().map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const problems = [...checkImports(REPOSITORY, sources), ...findNeedlessExports(sources)];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
