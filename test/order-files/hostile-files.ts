// The corpus of hostile files on a disk, and how each must end. Making them takes ten seconds of processor time: they are
// written once, and again when what makes them changes.
import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contentKey } from '../../lib/bundles/content-key.ts';
import { HOSTILE_TABLES } from './hostile-tables.ts';
import { HOSTILE_TEXTS, writeHostileText } from './hostile-texts.ts';

export const CORPORA = ['texts', 'tables'] as const;
export type Corpus = (typeof CORPORA)[number];

/** What reading a file came to: `read`, a limit, or the code of another problem; and the line that the sentence names. */
export interface Ending {
  readonly name: string;
  readonly outcome: string;
  readonly line?: number | undefined;
  readonly isLong?: true | undefined;
}

const ROOT = resolve(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules', '.cache');
const MADE_BY = [
  ...['hostile-files.ts', 'hostile-tables.ts', 'hostile-texts.ts', 'workbooks.ts'].map(
    (name) => `test/order-files/${name}`,
  ),
  'package-lock.json',
];

/** Their paths, in the order of `endings`. */
export async function hostileFiles(corpus: Corpus): Promise<string[]> {
  const beginning = `hostile-${corpus}-`;
  const folder = join(CACHE, `${beginning}${contentKey(ROOT, MADE_BY).slice(0, 16)}`);
  if (!existsSync(folder)) {
    for (const old of globSync(join(CACHE, `${beginning}*`))) rmSync(old, { recursive: true, force: true });
    await write(corpus, folder);
  }
  return namesOf(corpus).map((name) => join(folder, name));
}

/** The folder appears when everything is in it: another process may be writing the same. */
async function write(corpus: Corpus, folder: string): Promise<void> {
  const draft = join(CACHE, `draft-${corpus}-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  const paths = namesOf(corpus).map((name) => join(draft, name));
  if (corpus === 'texts')
    for (const [at, text] of HOSTILE_TEXTS.entries()) await writeHostileText(paths[at] ?? '', text);
  else for (const [at, { bytes }] of HOSTILE_TABLES.entries()) writeFileSync(paths[at] ?? '', await bytes());
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}

function namesOf(corpus: Corpus): string[] {
  const all: readonly { readonly name: string }[] = corpus === 'texts' ? HOSTILE_TEXTS : HOSTILE_TABLES;
  return all.map(({ name }) => name.replaceAll(/\W+/g, '-'));
}

/** `where`: the page decompresses less. */
export function endings(corpus: Corpus, where: 'node' | 'page'): readonly Ending[] {
  if (corpus === 'texts') return HOSTILE_TEXTS;
  return HOSTILE_TABLES.map(({ name, outcome, inPage, line, isLong }) => {
    return { name, outcome: where === 'page' ? (inPage ?? outcome) : outcome, line, isLong };
  });
}
