// All documents: relative links and anchors, npm scripts and calls of the command line must exist; reading paths stay
// short.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCommandTree } from '../../apps/cli/completion/command-tree.ts';
import { createProgram } from '../../apps/cli/program.ts';
import { listAnchors, listLinks } from '../../apps/docs-site/markdown.ts';
import manifest from '../../package.json' with { type: 'json' };
import { findUnknown, listCalls } from './command-lines.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const files = globSync(
  [
    '*.md',
    'docs/**/*.md',
    'packages/client/{,python/}*.md',
    'apps/local-cloud/**/*.md',
    'tools/bench/**/*.md',
    'examples/**/*.md',
  ],
  {
    cwd: ROOT,
  },
)
  .filter((file) => !file.includes('node_modules'))
  .sort();
const tree = createCommandTree(await createProgram());
const readText = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
function isBroken(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#', 2);
  const target = path === '' ? file : join(dirname(file), path);
  if (!existsSync(join(ROOT, target))) return true;
  if (anchor === undefined) return false;
  return statSync(join(ROOT, target)).isDirectory() || !listAnchors(readText(target)).has(anchor);
}

it('finds the documents and over 50 links in them', () => {
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'docs/concepts/README.md', 'docs/getting-started.md']),
  );
  expect(files.flatMap((file) => listLinks(readText(file))).length).toBeGreaterThan(50);
});

describe.each(files)('%s', (file) => {
  const text = readText(file);

  it('has no broken links', () => {
    expect(listLinks(text).filter((link) => isBroken(file, link))).toEqual([]);
  });

  it('names only scripts and commands that exist', () => {
    const scripts = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
    const refused = listCalls(text)
      .map((call) => ({ call: call.join(' '), problem: findUnknown(call, tree) }))
      .filter(({ problem }) => problem !== undefined);
    expect(refused).toEqual([]);
  });
});

describe('the reading paths of docs/README.md', () => {
  /** About 15 pages of 400 words. Code is not counted: readers need one of its three languages only. */
  const MOST_WORDS = 6_000;
  const paths = readText('docs/README.md').match(/^\| an? .*$/gm) ?? [];
  const countWords = (file: string): number =>
    readText(file)
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .trim()
      .split(/\s+/).length;

  it('are four', () => expect(paths).toHaveLength(4));

  it.each(paths)('have at most 6,000 words each: %s', (path) => {
    const words = listLinks(path).map((link) => countWords(join('docs', link)));
    expect(words.reduce((all, one) => all + one, 0)).toBeLessThanOrEqual(MOST_WORDS);
  });
});
