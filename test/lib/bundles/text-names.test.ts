// Tests which names of the console's texts its scripts shorten: only names on which nothing outside the scripts depends.
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { listTextNames } from '../../../lib/bundles/text-names.ts';

const root = `${import.meta.dirname}/../../..`;

it('lists names that all sources only read as members, and no name that a source defines or has in a string', () => {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  const write = (path: string, contents: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  };
  try {
    const names = ['readOnce', 'inString', 'asMember', 'inSpread', 'ofSchema', 'plain', 'chosen_one'];
    write(
      'apps/console/texts/en/a.json',
      JSON.stringify(Object.fromEntries(names.map((name) => [name, 'A']))),
    );
    write('apps/console/a.tsx', 'const b = <p>{texts.readOnce}{texts[kind]}{list(...inSpread)}</p>;');
    write('packages/report-parts/german/a.json', '{ "inner": { "readTwice": "B" } }');
    write('packages/order-files/a.ts', "const kind = 'inString'; store({ asMember: said?.readTwice });");
    write('src/contract/a.ts', 'interface Answer { readonly ofSchema?: string }');
    expect(listTextNames(folder)).toEqual(['readOnce', 'readTwice']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('lists no name that browsers or Preact know', () => {
  const declared = globSync('node_modules/{typescript5/lib/lib.*,preact/src/*}.d.ts', { cwd: root });
  const known = new Set(
    declared.flatMap((path) => readFileSync(join(root, path), 'utf8').match(/\b[a-z]\w*[A-Z]\w*/g) ?? []),
  );
  expect(known).toContain('textContent');
  expect(known).toContain('onPointerMove');
  const names = listTextNames(root);
  expect(names.filter((name) => known.has(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(150);
});
