// The documentation site as far as it needs no build: one list of pages, and what is made of it. `npm run docs` builds it.
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { brokenLinks } from '../../docs/site/built-links.ts';
import { figuresOf } from '../../docs/site/figures.ts';
import { homePage } from '../../docs/site/home.ts';
import { llmsFullText, llmsText } from '../../docs/site/llms.ts';
import { anchorsOf, linksIn, withLinks, withoutTags } from '../../docs/site/markdown.ts';
import { API_DOCUMENT, readNavigation, routesOf, WRITTEN } from '../../docs/site/navigation.ts';
import { pageText } from '../../docs/site/pages.ts';
import { referenceOf } from '../../docs/site/reference/pages.ts';
import { serveSite } from '../../docs/site/serve.ts';
import { sidebarOf } from '../../docs/site/sidebar.ts';
import { writtenFiles } from '../../docs/site/written.ts';

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
      'client/{,python/}README.md',
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

  it('the home page, of the README’s sections', () => {
    const page = homePage(pageText('README.md', places), groups, routeOf);
    expect(page).toContain('"link":"/getting-started.md"');
    expect(page).toContain('## What it shows');
    expect(() => homePage('# Title\n\nAbout.\n', groups, routeOf)).toThrow('no section "What it shows"');
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
      `](${source}/quality/import-rules/rooms.ts)`,
    );
    expect(pageText('docs/CONTRIBUTING.md', places)).not.toMatch(/\]\([./]*quality/);
  });

  it('keep code as it is', () => {
    const text = 'See [a `b`](c.md), `[d](e.md)` and <id>.\n```\n[f](g.md) <id>\n```\n';
    expect(withoutTags(withLinks(text, () => undefined))).toBe(
      'See a `b`, `[d](e.md)` and &lt;id>.\n```\n[f](g.md) <id>\n```\n',
    );
  });
});

describe('the API’s reference', () => {
  const all = reference.groups.flatMap((group) => group.pages);
  const submit = all.find(({ route }) => route === 'api/submitOrders.md')?.text ?? '';

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

  it('shows parameters, the body with its fields, examples, responses and errors', () => {
    expect(submit.match(/^##+ .*$/gm)).toEqual([
      ...[
        '## Parameters',
        '## Body',
        '### SubmitOrdersRequest',
        '### Order',
        '### LineItem',
        '### SourceSummary',
        '## 202',
        '## Errors',
      ],
    ]);
    expect(submit).toContain('| `line_items` | array of [LineItem](#lineitem), required |');
    expect(submit).toContain('"order_id": "536365"');
    expect(submit).toContain('| 409 | [`request_in_progress`](../errors.md#request_in_progress) |');
  });
});

it('the figures of docs/performance.md are data: every table, every row as long as its head', () => {
  const page = readFileSync('docs/performance.md', 'utf8');
  const tables = figuresOf(page);
  expect(tables.length).toBe(page.match(/^\|(?: -+ \|)+$/gm)?.length);
  expect(tables.filter(({ columns, rows }) => rows.some((row) => row.length !== columns.length))).toEqual([]);
  expect(tables.find(({ section }) => section.join() === 'Reading,Extracts')?.columns).toEqual([
    '',
    'Orders table',
    'extract',
  ]);
});

describe('a built site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'order-analytics-site-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const files = {
    'index.html': '<a href="/docs/a.html#one"></a><a href="b/"></a><a href="https://example.com/gone"></a>',
    'a.html':
      '<h2 id="one"></h2><img src="/docs/none.png"><a href="./index.html#two"></a><a href="/a.html"></a>',
    'b/index.html': '<a href="../a.html#two"></a><a href="../a.html"></a>',
  };

  it('has links that lead nowhere: to no file, no anchor, or outside of its base', () => {
    mkdirSync(join(folder, 'b'));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    expect(brokenLinks(folder, '/docs/').sort()).toEqual([
      'a.html: ./index.html#two',
      'a.html: /a.html',
      'a.html: /docs/none.png',
      'b/index.html: ../a.html#two',
    ]);
  });

  it('is served below its base, with nothing beside its folder', async () => {
    const server = await serveSite(join(folder, 'b'), '/docs/', 0);
    try {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
      const paths = [
        '/docs/',
        '/docs/index.html',
        '/',
        '/docs/none',
        '/docs/%2e%2e/a.html',
        '/docs/..%2fa.html',
        '/docs/%',
      ];
      expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 404, 404, 404, 404, 404]);
    } finally {
      server.close();
    }
  });
});
