// The corpus of hostile files on a disk, and how each must end. Making them takes seven seconds of processor time: they are
// written once, and again when what makes them changes.
import { execFile } from 'node:child_process';
import { existsSync, globSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { computeContentKey } from '../../../../lib/bundles/bundle-inputs.ts';
import { IS_DEEP } from '../../../../tools/harness/depth.ts';
import { HOSTILE_TABLES } from './hostile-tables.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

export const CORPORA = ['texts', 'tables'] as const;
export type Corpus = (typeof CORPORA)[number];

/** What reading a file came to: `read`, a limit, or the code of another problem; and the line that the sentence names. */
export interface Ending {
  readonly name: string;
  readonly outcome: string;
  readonly line?: number | undefined;
}

/** The first file of each outcome every day, all in the deep run. */
function selectByDepth<T extends { readonly outcome: string }>(all: readonly T[]): readonly T[] {
  return IS_DEEP
    ? all
    : all.filter(({ outcome }, at) => all.findIndex((one) => one.outcome === outcome) === at);
}
export const [TEXTS, TABLES] = [selectByDepth(HOSTILE_TEXTS), selectByDepth(HOSTILE_TABLES)];

const ROOT = resolve(import.meta.dirname, '../../../..');
const CACHE = join(ROOT, 'node_modules', '.cache');
/** A process of its own: to collect garbage beside the modules and results of all other tests takes longer than to make the files. */
const WRITER = join(import.meta.dirname, 'write-hostile-files.ts');
const MADE_BY = [
  ...[
    'hostile/hostile-files.ts',
    'hostile/hostile-tables.ts',
    'hostile/hostile-texts.ts',
    'hostile/write-hostile-files.ts',
    'readers/workbooks.ts',
  ].map((name) => `test/packages/order-files/${name}`),
  'package-lock.json',
];

/** Their paths, in the order of `listEndings`. */
export async function prepareHostileFiles(corpus: Corpus): Promise<string[]> {
  const beginning = `hostile-${corpus}-${IS_DEEP ? 'all' : 'some'}-`;
  const folder = join(CACHE, `${beginning}${computeContentKey(ROOT, MADE_BY).slice(0, 16)}`);
  if (!existsSync(folder)) {
    for (const old of globSync(join(CACHE, `${beginning}*`))) rmSync(old, { recursive: true, force: true });
    await promisify(execFile)(process.execPath, [WRITER, corpus, folder]);
  }
  return listFileNames(corpus).map((name) => join(folder, name));
}

/** Of the files. */
export function listFileNames(corpus: Corpus): string[] {
  const all: readonly { readonly name: string }[] = corpus === 'texts' ? TEXTS : TABLES;
  return all.map(({ name }) => name.replaceAll(/\W+/g, '-'));
}

/** `where`: the page decompresses less. */
export function listEndings(corpus: Corpus, where: 'node' | 'page'): readonly Ending[] {
  if (corpus === 'texts') return TEXTS;
  return TABLES.map(({ name, outcome, inPage, line }) => {
    return { name, outcome: where === 'page' ? (inPage ?? outcome) : outcome, line };
  });
}
