// Writes a corpus of hostile files: node test/packages/order-files/hostile/write-hostile-files.ts CORPUS FOLDER.
// Files go to a draft folder that is renamed when complete, because another process may write the same corpus.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFileNames, TABLES, TEXTS } from './hostile-files.ts';
import { writeHostileText } from './hostile-texts.ts';

const [, , corpus, folder = ''] = process.argv;
const draft = join(dirname(folder), `draft-${corpus}-${process.pid}`);
mkdirSync(draft, { recursive: true });
const paths = listFileNames(corpus === 'texts' ? 'texts' : 'tables').map((name) => join(draft, name));
if (corpus === 'texts')
  for (const [at, text] of TEXTS.entries()) await writeHostileText(paths[at] ?? '', text);
else for (const [at, { bytes }] of TABLES.entries()) writeFileSync(paths[at] ?? '', await bytes());
try {
  renameSync(draft, folder);
} catch {
  rmSync(draft, { recursive: true, force: true });
}
