// A copy of the source in which one mutation at a time is tried.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Mutation, mutated } from './mutation.ts';

export interface MutatedTree {
  readonly folder: string;
  apply(mutation: Mutation): void;
  restore(): void;
  remove(): void;
}

/** `root`: of the repository, with its packages installed. Files that are not committed yet are copied too. */
export function createMutatedTree(root: string): MutatedTree {
  const folder = mkdtempSync(join(tmpdir(), 'mutate-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  });
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  symlinkSync(resolve(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  let changed: { readonly file: string; readonly source: string } | undefined;

  function restore(): void {
    if (changed !== undefined) writeFileSync(changed.file, changed.source);
    changed = undefined;
  }

  return {
    folder,
    apply(mutation) {
      restore();
      const file = join(folder, mutation.file);
      const source = readFileSync(file, 'utf8');
      changed = { file, source };
      writeFileSync(file, mutated(mutation, source));
    },
    restore,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
