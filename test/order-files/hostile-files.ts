// The corpus of hostile files on a disk, and how each must end.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOSTILE_TABLES } from './hostile-tables.ts';
import { HOSTILE_TEXTS, writeHostileText } from './hostile-texts.ts';

export const CORPORA = ['texts', 'tables'] as const;
export type Corpus = (typeof CORPORA)[number];

/** What reading a file came to: `read`, a limit, or the code of another problem; and the line that the sentence names. */
export interface Ending {
  readonly name: string;
  readonly outcome: string;
  readonly line?: number | undefined;
}

export interface HostileFiles {
  /** In the order of `endings`. */
  readonly paths: readonly string[];
  readonly remove: () => void;
}

export async function writeHostileFiles(corpus: Corpus): Promise<HostileFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-files-'));
  const paths: string[] = [];
  const next = (name: string): string => {
    const path = join(folder, name.replaceAll(/\W+/g, '-'));
    paths.push(path);
    return path;
  };
  if (corpus === 'texts') for (const text of HOSTILE_TEXTS) await writeHostileText(next(text.name), text);
  else for (const { name, bytes } of HOSTILE_TABLES) writeFileSync(next(name), await bytes());
  return { paths, remove: () => rmSync(folder, { recursive: true }) };
}

/** `where`: the page decompresses less. */
export function endings(corpus: Corpus, where: 'node' | 'page'): Ending[] {
  if (corpus === 'texts') return HOSTILE_TEXTS.map(({ name, outcome, line }) => ({ name, outcome, line }));
  return HOSTILE_TABLES.map(({ name, outcome, inPage, line }) => {
    return { name, outcome: where === 'page' ? (inPage ?? outcome) : outcome, line };
  });
}
