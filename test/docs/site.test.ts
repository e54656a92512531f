// The documentation site without its build: the list of pages and the API reference. `npm run docs` builds the site,
// and fails on a broken link.
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listLinks } from '../../apps/docs-site/markdown.ts';
import { API_DOCUMENT, listRoutes, readNavigation, WRITTEN } from '../../apps/docs-site/navigation.ts';
import { createReference } from '../../apps/docs-site/reference/pages.ts';
import { createWrittenFiles } from '../../apps/docs-site/written.ts';

const groups = readNavigation('.');
const pages = groups.flatMap((group) => group.pages);
const routes = listRoutes(groups);
const written = await createWrittenFiles();
const document = written.get('openapi.json') ?? '';
const reference = createReference(JSON.parse(document));

describe('the list of pages', () => {
  it('has every document of docs, the clients and the repository once', () => {
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

  it('is linked from the README, and groups pages for four kinds of readers', () => {
    expect(listLinks(readFileSync('README.md', 'utf8'))).toContain('docs/README.md');
    expect(groups.slice(1).map(({ title }) => title)).toEqual([
      'Merchants and analysts',
      'API consumers',
      'Platform engineers',
      'Operators',
    ]);
  });
});

describe('the API’s reference', () => {
  const all = reference.groups.flatMap((group) => group.pages);

  it('has a page for every operation and event, and for every linked schema', () => {
    const operations = document.match(/"operationId": "[^"]+"/g) ?? [];
    const withoutSchemas = all.filter(({ route }) => !route.startsWith('api/schemas/'));
    expect(withoutSchemas.length).toBe(operations.length);
    const routesThere = new Set([...all.map(({ route }) => route), ...routes.values()]);
    const missing = [reference.overview, ...all].flatMap(({ route, text }) =>
      listLinks(text)
        .filter((link) => !link.startsWith('#') && !link.startsWith('/'))
        .map((link) => posix.join(posix.dirname(route), link.split('#')[0] ?? ''))
        .filter((target) => !routesThere.has(target)),
    );
    expect(missing).toEqual([]);
  });
});
