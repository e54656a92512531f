// Mutations by diff: what is changed in a source, which lines count, and which tests are run.
import { expect, it } from 'vitest';
import {
  listNearestTests,
  listReplacements,
  parseChangedLines,
} from '../../../tools/mutations/changed-lines.ts';

const mutate = (source: string, path = 'a.ts'): string[] =>
  listReplacements(path, source).map(
    ({ start, end, becomes }) => source.slice(0, start) + becomes + source.slice(end),
  );

it('changes comparisons, negates conditions and removes calls whose value is unused', () => {
  expect(mutate('return a < b && c;')).toEqual(['return a <= b && c;', 'return a < b || c;']);
  expect(mutate('if (a) b = 1;')).toEqual(['if (!(a)) b = 1;']);
  expect(mutate('const x = a ? 1 : 2;')).toEqual(['const x = !(a) ? 1 : 2;']);
  expect(mutate('await put(item);')).toEqual([';']);
  expect(mutate('const x: Map<string, number> = put(item);')).toEqual([]);
  expect(mutate('const x = <p>{a === 1 && <b />}</p>;', 'a.tsx')).toEqual([
    'const x = <p>{a !== 1 && <b />}</p>;',
    'const x = <p>{a === 1 || <b />}</p>;',
  ]);
});

it('reads the changed lines from a diff without context', () => {
  const diff = [
    'diff --git a/src/a.ts b/src/a.ts',
    '--- a/src/a.ts',
    '+++ b/src/a.ts',
    '@@ -3 +3,2 @@ function a() {',
    '-x',
    '+y',
    '+z',
    '@@ -9,2 +10,0 @@',
    '@@ -20 +20 @@',
  ].join('\n');
  expect([...parseChangedLines(diff)]).toEqual([['src/a.ts', new Set([3, 4, 20])]]);
});

it('chooses the tests that reach a file over the fewest imports', () => {
  const imports = new Map([
    ['src/b.ts', ['src/a.ts']],
    ['test/b.test.ts', ['src/b.ts']],
    ['test/a.test.ts', ['src/a.ts', 'src/b.ts']],
  ]);
  expect(listNearestTests('src/a.ts', imports)).toEqual(['test/a.test.ts']);
  expect(listNearestTests('src/b.ts', imports)).toEqual(['test/a.test.ts', 'test/b.test.ts']);
  expect(listNearestTests('src/c.ts', imports)).toEqual([]);
  const importers = new Map(
    ['test/apps/b.test.ts', 'test/analysis/a.test.ts'].map((test) => [test, ['src/analysis/a.ts']]),
  );
  expect(listNearestTests('src/analysis/a.ts', importers)).toEqual([
    'test/analysis/a.test.ts',
    'test/apps/b.test.ts',
  ]);
});
