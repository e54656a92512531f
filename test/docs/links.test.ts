// Documents that hold together: every relative link and anchor leads somewhere, every npm script that is named exists,
// every call of the command line would be taken.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandTree } from '../../cli/completion/command-tree.ts';
import { createProgram } from '../../cli/program.ts';
import manifest from '../../package.json' with { type: 'json' };
import { callsIn, unknownIn } from './command-lines.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const files = globSync(['*.md', 'docs/**/*.md', 'client/*.md', 'local/**/*.md', 'quality/bench/**/*.md'], {
  cwd: ROOT,
})
  .filter((file) => !file.includes('node_modules'))
  .sort();
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
/** Without what stands in fences: a diagram or a program has no links. */
const prose = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '');

/** As GitHub makes them: lower case, blanks to hyphens, other marks dropped, a number where a heading comes again. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
    let unique = anchor;
    for (let again = 1; anchors.has(unique); again++) unique = `${anchor}-${again}`;
    anchors.add(unique);
  }
  for (const [, id = ''] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

function linksIn(text: string): string[] {
  const inline = [...prose(text).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)].map(([, link = '']) => link);
  return inline.filter((link) => !/^[a-z]+:/.test(link));
}

function isBroken(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#', 2);
  const target = path === '' ? file : join(dirname(file), path);
  if (!existsSync(join(ROOT, target))) return true;
  if (anchor === undefined) return false;
  return statSync(join(ROOT, target)).isDirectory() || !anchorsOf(textOf(target)).has(anchor);
}

it('covers the documents', () => {
  expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/concepts.md', 'docs/getting-started.md']));
  expect(files.flatMap((file) => linksIn(textOf(file))).length).toBeGreaterThan(50);
});

describe.each(files)('%s', (file) => {
  const text = textOf(file);

  it('has no broken links', () => {
    expect(linksIn(text).filter((link) => isBroken(file, link))).toEqual([]);
  });

  it('names scripts and commands that exist', async () => {
    const scripts = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
    const tree = commandTree(await createProgram());
    const refused = callsIn(text)
      .map((call) => ({ call: call.join(' '), problem: unknownIn(call, tree) }))
      .filter(({ problem }) => problem !== undefined);
    expect(refused).toEqual([]);
  });
});

it('every page of docs/ is reached from the README', () => {
  const reached = new Set(['README.md']);
  const open = ['README.md'];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const link of linksIn(textOf(file))) {
      const path = link.split('#')[0] ?? '';
      const found = [join(dirname(file), path), join(dirname(file), path, 'README.md')].find((target) =>
        files.includes(target),
      );
      if (path === '' || found === undefined || reached.has(found)) continue;
      reached.add(found);
      open.push(found);
    }
  }
  expect(files.filter((file) => file.startsWith('docs/') && !reached.has(file))).toEqual([]);
});
