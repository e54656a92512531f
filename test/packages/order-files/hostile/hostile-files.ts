// The corpora of hostile files on disk and the expected result of reading each. Writing them takes seven seconds of CPU
// time, so they are cached until their sources change.
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

/** Result of reading a file: `read`, a limit, or the code of another problem; and the line that the message names. */
export interface Ending {
  readonly name: string;
  readonly outcome: string;
  readonly line?: number | undefined;
}

/** All files in a deep run, else the first file of each outcome. */
function selectByDepth<T extends { readonly outcome: string }>(all: readonly T[]): readonly T[] {
  return IS_DEEP
    ? all
    : all.filter(({ outcome }, at) => all.findIndex((one) => one.outcome === outcome) === at);
}
export const [TEXTS, TABLES] = [selectByDepth(HOSTILE_TEXTS), selectByDepth(HOSTILE_TABLES)];

const ROOT = resolve(import.meta.dirname, '../../../..');
const CACHE = join(ROOT, 'node_modules', '.cache');
/** Runs in its own process: garbage collection beside other tests' modules would take longer than writing the files. */
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

/** Writes the files unless they are cached and returns their paths in the order of `listEndings`. */
export async function prepareHostileFiles(corpus: Corpus): Promise<string[]> {
  const beginning = `hostile-${corpus}-${IS_DEEP ? 'all' : 'some'}-`;
  const folder = join(CACHE, `${beginning}${computeContentKey(ROOT, MADE_BY).slice(0, 16)}`);
  if (!existsSync(folder)) {
    for (const old of globSync(join(CACHE, `${beginning}*`))) rmSync(old, { recursive: true, force: true });
    await promisify(execFile)(process.execPath, [WRITER, corpus, folder]);
  }
  return listFileNames(corpus).map((name) => join(folder, name));
}

export function listFileNames(corpus: Corpus): string[] {
  const all: readonly { readonly name: string }[] = corpus === 'texts' ? TEXTS : TABLES;
  return all.map(({ name }) => name.replaceAll(/\W+/g, '-'));
}

/** Expected results on the command line (`node`) or in the page, which decompresses fewer codecs. */
export function listEndings(corpus: Corpus, where: 'node' | 'page'): readonly Ending[] {
  if (corpus === 'texts') return TEXTS;
  return TABLES.map(({ name, outcome, inPage, line }) => {
    return { name, outcome: where === 'page' ? (inPage ?? outcome) : outcome, line };
  });
}
