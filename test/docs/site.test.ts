// The documentation site as far as it needs no build: one list of pages, and what is made of it. `npm run docs` builds it.
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { llmsFullText, llmsText } from '../../apps/docs-site/llms.ts';
import { anchorsOf, linksIn } from '../../apps/docs-site/markdown.ts';
import { API_DOCUMENT, readNavigation, routesOf, WRITTEN } from '../../apps/docs-site/navigation.ts';
import { pageText } from '../../apps/docs-site/pages.ts';
import { referenceOf } from '../../apps/docs-site/reference/pages.ts';
import { sidebarOf } from '../../apps/docs-site/sidebar.ts';
import { writtenFiles } from '../../apps/docs-site/written.ts';

const groups = readNavigation('.');
const pages = groups.flatMap((group) => group.pages);
const routes = routesOf(groups);
const written = await writtenFiles();
const document = written.get('openapi.json') ?? '';
const reference = referenceOf(JSON.parse(document));
const routeOf = (file: string) => (file === API_DOCUMENT ? 'api/index.md' : (routes.get(file) ?? ''));
const places = { root: '.', routes, written, source: undefined };

describe('the list of pages', () => {
  it('has every document once: those of docs, of the clients, and of the repository', () => {
    const listed = pages.flatMap(({ file, parts }) => [file, ...parts.map((part) => part.file)]);
    const there = globSync([
      'docs/*.md',
      'docs/{concepts,decisions}/*.md',
      '*.md',
      'packages/client/{,python/}README.md',
    ])
      .map((path) => path.replaceAll('\\', '/'))
      .filter((file) => !['README.md', 'docs/README.md'].includes(file));
    expect(listed.filter((file) => file !== API_DOCUMENT && !WRITTEN.has(file)).sort()).toEqual(there.sort());
    expect(new Set(routes.values()).size).toBe(routes.size);
  });

  it('leads to every page from the README, in groups for four kinds of readers', () => {
    expect(linksIn(readFileSync('README.md', 'utf8'))).toContain('docs/README.md');
    expect(groups.slice(1).map(({ title }) => title)).toEqual([
      'Merchants and analysts',
      'API consumers',
      'Platform engineers',
      'Operators',
    ]);
  });
});

describe('made of the list', () => {
  const titles = pages.map(({ title }) => title);

  it('llms.txt, in its order', () => {
    const text = llmsText('Order Analytics', 'About.', groups, (file) => `/${routeOf(file)}`);
    expect(
      text.startsWith(
        '# Order Analytics\n\n> About.\n\n## Start here\n\n- [Getting started](/getting-started.md): ',
      ),
    ).toBe(true);
    expect([...text.matchAll(/^- \[([^\]]+)\]/gm)].map(([, title]) => title)).toEqual(titles);
    expect(llmsFullText(groups, (file) => `# ${file}`).match(/^# /gm)).toHaveLength(pages.length - 1);
  });

  it('the sidebar, in its order, and the bar above it', () => {
    const { nav, sidebar } = sidebarOf(groups, reference, routeOf);
    const items = sidebar['/']?.flatMap(({ items: some = [] }) => some) ?? [];
    expect(items.map(({ text }) => text)).toEqual(titles);
    expect(items.every(({ link }) => link?.startsWith('/'))).toBe(true);
    expect(nav.map(({ text }) => text)).toEqual([
      ...groups.slice(1).map(({ title }) => title),
      'API reference',
    ]);
  });
});

describe('pages', () => {
  it.each([...routes.keys()])('%s: links lead to pages, pictures and data of the site', (file) => {
    const text = pageText(file, places);
    const from = posix.dirname(routeOf(file));
    const known = new Set([
      ...routes.values(),
      'api/index.md',
      '/openapi.json',
      '/queue-message.schema.json',
    ]);
    const elsewhere = linksIn(text)
      .filter((link) => !link.startsWith('#'))
      .map((link) => (link.startsWith('/') ? link : posix.join(from, link.split('#')[0] ?? '')))
      .filter((target) => !known.has(target) && !/^docs\/images\/.*\.png$/.test(target));
    expect(elsewhere).toEqual([]);
  });

  it.each([...written.keys()].filter((name) => name.endsWith('.md')))(
    '%s has the anchors that it leads to',
    (name) => {
      const text = written.get(name) ?? '';
      const anchors = anchorsOf(text);
      const within = linksIn(text).filter((link) => link.startsWith('#'));
      expect(within.length).toBeGreaterThan(name === 'sentences.md' ? -1 : 20);
      expect(within.filter((link) => !anchors.has(link.slice(1)))).toEqual([]);
    },
  );

  it('lead to the source where it can be read', () => {
    const source = 'https://example.com/blob/main';
    expect(pageText('docs/CONTRIBUTING.md', { ...places, source })).toContain(
      `](${source}/tools/import-rules/rooms.ts)`,
    );
    expect(pageText('docs/CONTRIBUTING.md', places)).not.toMatch(/\]\([./]*tools/);
  });
});

describe('the API’s reference', () => {
  const all = reference.groups.flatMap((group) => group.pages);

  it('has a page for every operation and event, and for every schema that a page leads to', () => {
    const operations = document.match(/"operationId": "[^"]+"/g) ?? [];
    const withoutSchemas = all.filter(({ route }) => !route.startsWith('api/schemas/'));
    expect(withoutSchemas.length).toBe(operations.length);
    const routesThere = new Set([...all.map(({ route }) => route), ...routes.values()]);
    const missing = [reference.overview, ...all].flatMap(({ route, text }) =>
      linksIn(text)
        .filter((link) => !link.startsWith('#') && !link.startsWith('/'))
        .map((link) => posix.join(posix.dirname(route), link.split('#')[0] ?? ''))
        .filter((target) => !routesThere.has(target)),
    );
    expect(missing).toEqual([]);
  });
});
