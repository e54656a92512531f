// Creates the navigation for VitePress: a bar of groups, one sidebar for the documents and one for the API's reference.
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

const toLink = (route: string): string => `/${route.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;

export function createSidebar(
  groups: readonly Group[],
  reference: ApiReference,
  toRoute: (file: string) => string,
): Bars {
  const documents = groups.map(({ title, pages }) => ({
    text: title,
    items: pages.map((page) => toPageItem(page, toRoute)),
  }));
  const api = reference.groups.map(({ title, pages }) => ({
    text: title,
    collapsed: title !== 'Orders' && title !== 'Reports',
    items: pages.map(({ title: text, route }) => ({ text, link: toLink(route) })),
  }));
  const back = { text: 'All documents', link: toLink('documentation.md') };
  return {
    nav: [
      ...groups.slice(1).map(({ title, pages }) => ({
        text: title,
        items: pages.map(({ title: text, file }) => ({ text, link: toLink(toRoute(file)) })),
      })),
      { text: 'API reference', link: toLink(reference.overview.route) },
    ],
    sidebar: {
      '/api/': [back, { text: reference.overview.title, link: toLink(reference.overview.route) }, ...api],
      '/': documents,
    },
  };
}

function toPageItem({ file, title, parts }: Page, toRoute: (file: string) => string): Item {
  const link = toLink(toRoute(file));
  const items = parts.map((part) => ({ text: part.title, link: toLink(toRoute(part.file)) }));
  return items.length === 0 ? { text: title, link } : { text: title, link, collapsed: true, items };
}
