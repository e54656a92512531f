// The navigation as VitePress takes it: a bar of groups, one sidebar for the documents and one for the API's reference.
import type { Group, Page } from './navigation.ts';
import type { ApiReference } from './reference/pages.ts';

interface Item {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly Item[];
}

export interface Bars {
  readonly nav: readonly Item[];
  readonly sidebar: Readonly<Record<string, readonly Item[]>>;
}

const linkOf = (route: string): string => `/${route.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;

export function sidebarOf(
  groups: readonly Group[],
  reference: ApiReference,
  routeOf: (file: string) => string,
): Bars {
  const documents = groups.map(({ title, pages }) => ({
    text: title,
    items: pages.map((page) => pageItem(page, routeOf)),
  }));
  const api = reference.groups.map(({ title, pages }) => ({
    text: title,
    collapsed: title !== 'Orders' && title !== 'Reports',
    items: pages.map(({ title: text, route }) => ({ text, link: linkOf(route) })),
  }));
  const back = { text: 'All documents', link: linkOf('documentation.md') };
  return {
    nav: [
      ...groups.slice(1).map(({ title, pages }) => ({
        text: title,
        items: pages.map(({ title: text, file }) => ({ text, link: linkOf(routeOf(file)) })),
      })),
      { text: 'API reference', link: linkOf(reference.overview.route) },
    ],
    sidebar: {
      '/api/': [back, { text: reference.overview.title, link: linkOf(reference.overview.route) }, ...api],
      '/': documents,
    },
  };
}

function pageItem({ file, title, parts }: Page, routeOf: (file: string) => string): Item {
  const link = linkOf(routeOf(file));
  const items = parts.map((part) => ({ text: part.title, link: linkOf(routeOf(part.file)) }));
  return items.length === 0 ? { text: title, link } : { text: title, link, collapsed: true, items };
}
