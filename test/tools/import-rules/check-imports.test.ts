// Each kind of violation is reported: a check that finds nothing could be blind. `npm run lint` holds the repository against the rules.
import { expect, it } from 'vitest';
import { checkImports } from '../../../tools/import-rules/check-imports.ts';
import { REPOSITORY, roomsOf } from '../../../tools/import-rules/rooms.ts';

const problems = (table: string, sources: Readonly<Record<string, string>>): string[] =>
  checkImports(
    roomsOf(table),
    Object.entries(sources).map(([path, text]) => ({ path, text })),
  );

it.each([
  ['src/analysis/mining/a.ts', "import type { Orders } from '../../stores/orders/orders.ts';"],
  ['src/analysis/mining/a.ts', "import * as v from 'valibot';"],
  ['src/analysis/mining/a.ts', "export { readFile } from 'node:fs/promises';"],
  ['lib/alarms/alarms.ts', "const { apply } = await import('../../functions/queue/apply.ts');"],
  ['tools/bench/main.ts', "import '../../test/end-to-end/smoke.ts';"],
  ['packages/client/src/index.ts', "import {\n  a,\n  b,\n} from '../../src/stores/orders.ts';"],
])('reports that %s must not contain: %s', (path, text) => {
  const found = checkImports(REPOSITORY, [{ path, text }]).filter((one) => one.startsWith(`${path}:`));
  expect(found).toEqual([expect.stringContaining('may not import')]);
});

it('reports a source in no room, and what is allowed in vain', () => {
  expect(problems('a | holds | b | ulid\nb | holds', { 'a/x.ts': '', 'c/y.ts': '' })).toEqual([
    'c/y.ts: its folder is not in the table',
    'a may import b but does not: remove it from the table',
    'a may import ulid but does not: remove it from the table',
  ]);
});

it('lets a room use the rooms within it and, in layers, those above it, and nothing below', () => {
  const sources = {
    'a/x.ts': "import '../b/z.ts';\nimport './in/y.ts';",
    'a/in/y.ts': "import '../x.ts';\n// import('../w.ts')",
    'b/z.ts': "import '../a/in/y.ts';\nimport '../a/w.ts';",
    'a/w.ts': '',
  };
  const found = problems('a | one\nb | two | <above>\na/in | three', sources);
  expect(found.filter((one) => one.includes('may not'))).toEqual([
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
  expect(problems('a | holds', sources)).toEqual(['files import each other: a/x.ts, a/y.ts, a/z.ts']);
});
