// Links and commands of the pages lead somewhere.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

const pages = globSync(['*.md', 'docs/**/*.md', 'client/*.md']).sort();
const { scripts } = v.parse(
  v.object({ scripts: v.record(v.string(), v.string()) }),
  JSON.parse(readFileSync('package.json', 'utf8')),
);

/** As GitHub makes them of headings. */
function anchors(text: string): string[] {
  return [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function problemOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)));
  if (!existsSync(file)) return `${link}: no such file`;
  if (anchor === undefined || statSync(file).isDirectory() || !file.endsWith('.md')) return undefined;
  return anchors(readFileSync(file, 'utf8')).includes(anchor) ? undefined : `${link}: no such heading`;
}

describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  it('has no link that leads nowhere', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const own = links.filter((link) => !/^(https?:|mailto:)/.test(link));
    expect(own.map((link) => problemOf(page, link)).filter((problem) => problem !== undefined)).toEqual([]);
  });

  it('names no command that there is not', () => {
    const named = [...text.matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});

it('has pages to look at', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/runbook.md', 'client/README.md']));
});
