// The rules hold for this repository, and each kind of violation is reported: a check that finds nothing could be blind.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { checkImports } from '../../../quality/import-rules/check-imports.ts';
import { circlesOf } from '../../../quality/import-rules/circles.ts';
import { placeTable } from '../../../quality/import-rules/folder-table.ts';
import { FOLDERS, type Folder } from '../../../quality/import-rules/folders.ts';
import { importsOf, sourceFiles } from '../../../quality/import-rules/read-imports.ts';

const folder = (path: string, imports: string[] = [], packages: string[] = []): Folder => ({
  path,
  holds: 'rules',
  imports,
  packages,
});

function problems(folders: readonly Folder[], sources: Readonly<Record<string, string>>): string[] {
  const imports = Object.entries(sources).flatMap(([path, source]) => importsOf(path, source));
  return checkImports(folders, Object.keys(sources), imports);
}

it('finds no violation in this repository, and reads more than 3,000 imports of more than 600 files', () => {
  const files = sourceFiles('.');
  const imports = files.flatMap((path) => importsOf(path, readFileSync(path, 'utf8')));
  expect(checkImports(FOLDERS, files, imports)).toEqual([]);
  expect(files.length).toBeGreaterThan(600);
  expect(imports.length).toBeGreaterThan(3_000);
});

it('finds no folder with more than 20 files of code', () => {
  const folders = Map.groupBy(sourceFiles('.'), (path) => dirname(path));
  expect([...folders].filter(([, files]) => files.length > 20).map(([name]) => name)).toEqual([]);
});

it('shows the table of folders in docs/architecture.md as the rules have it', () => {
  const document = readFileSync('docs/architecture.md', 'utf8');
  expect(placeTable(document, FOLDERS)).toBe(document);
  const rows = document.split('\n').filter((line) => /^\| `(src\/core\/mining|cli\/demo|\.)\/?`/.test(line));
  expect(rows).toHaveLength(3);
});

it.each([
  [
    'src/core/mining/rules/mine-rules.ts',
    "import { createOrderStore } from '../../../stores/orders/orders.ts';",
    'src/stores/orders/orders.ts',
  ],
  [
    'src/core/mining/rules/mine-rules.ts',
    "import type { Orders } from '../../../stores/orders/orders.ts';",
    'src/stores/orders/orders.ts',
  ],
  ['src/core/mining/rules/mine-rules.ts', "import * as v from 'valibot';", 'valibot'],
  ['src/core/mining/rules/mine-rules.ts', "export { readFile } from 'node:fs/promises';", 'node:fs/promises'],
  ['src/contract/endpoints/orders.ts', "import { call } from '../../http/call.ts';", 'src/http/call.ts'],
  ['lib/alarms/alarms.ts', "import { S3Client } from '@aws-sdk/client-s3';", '@aws-sdk/client-s3'],
  [
    'lib/alarms/alarms.ts',
    "const { apply } = await import('../../functions/queue/apply.ts');",
    'functions/queue/apply.ts',
  ],
  [
    'quality/harness/target.ts',
    "import { useTarget } from '../../test/end-to-end/use-target.ts';",
    'test/end-to-end/use-target.ts',
  ],
  ['quality/bench/main.ts', "import '../../test/end-to-end/smoke.ts';", 'test/end-to-end/smoke.ts'],
  [
    'client/src/index.ts',
    "import {\n  a,\n  b,\n} from '../../src/contract/resources/orders.ts';",
    'src/contract/resources/orders.ts',
  ],
])('reports that %s must not contain: %s', (path, source, imported) => {
  const found = problems(FOLDERS, { [path]: source }).filter((problem) => problem.startsWith(`${path}:`));
  expect(found).toEqual([
    expect.stringMatching(new RegExp(`may not import ${imported.replaceAll('.', '\\.')}$`)),
  ]);
});

it('reports a source in a folder that the table does not name', () => {
  expect(problems([folder('src/old')], { 'src/new/a.ts': '' })).toEqual([
    'src/new/a.ts: its folder is not in the table',
  ]);
});

it('reports an allowed import that no file makes', () => {
  expect(problems([folder('a', ['b'], ['ulid']), folder('b')], { 'a/x.ts': '', 'b/y.ts': '' })).toEqual([
    'a may import b but does not: remove it from the table',
    'a may import ulid but does not: remove it from the table',
  ]);
});

it('lets a room use the rooms within it and, in layers, those above it, and nothing below', () => {
  const rooms = [folder('a'), folder('a/in'), { ...folder('b'), above: ['a'] }];
  const sources = {
    'a/x.ts': "import '../b/z.ts';\nimport './in/y.ts';",
    'a/in/y.ts': "import '../x.ts';",
    'b/z.ts': "import '../a/in/y.ts';\nimport '../a/w.ts';",
    'a/w.ts': '',
  };
  expect(problems(rooms, sources).filter((problem) => problem.includes('may not'))).toEqual([
    'a/x.ts: a may not import b/z.ts',
    'a/in/y.ts: a/in may not import a/x.ts',
    'b/z.ts: b may not import a/in/y.ts',
  ]);
});

it('reports a circle of files, of types alone as well', () => {
  const sources = {
    'a/x.ts': "import type { Y } from './y.ts';",
    'a/y.ts': "import { z } from './z.ts';",
    'a/z.ts': "import { x } from './x.ts';",
  };
  expect(problems([folder('a')], sources)).toEqual(['files import each other: a/x.ts, a/y.ts, a/z.ts']);
});

it('finds circles that share no node, and none where arrows only meet', () => {
  const arrows = (text: string) => text.split(' ').map(([from = '', to = '']) => ({ from, to }));
  expect(circlesOf(arrows('ab bc ca cd de ed ff'))).toEqual([['a', 'b', 'c'], ['d', 'e'], ['f']]);
  expect(circlesOf(arrows('ab ac bd cd'))).toEqual([]);
});

it('does not take a word in a comment or a string for an import', () => {
  const source = "// import('./a.ts')\nconst text = 'import x';\n * import('./b.ts')\n";
  expect(importsOf('src/x.ts', source)).toEqual([]);
});
