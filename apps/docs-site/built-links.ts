// Checks that every link, picture and anchor of the built site leads to something that was built.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

const ADDRESS = /\s(?:href|src)="([^"]+)"/g;

/** Returns `file: link` for each broken link. `base`: the path that the site is served at, with `/` at both ends. */
export function findBrokenLinks(folder: string, base: string): string[] {
  const anchors = new Map<string, Set<string>>();
  const pages = globSync('**/*.html', { cwd: folder }).map((path) => path.replaceAll('\\', '/'));
  const texts = pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')] as const);
  for (const [page, text] of texts)
    anchors.set(page, new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)));
  return texts.flatMap(([page, text]) => {
    const links = [...new Set([...text.matchAll(ADDRESS)].map(([, link = '']) => link))];
    return links.filter((link) => !canFollow(link, page)).map((link) => `${page}: ${link}`);
  });

  function canFollow(link: string, page: string): boolean {
    if (/^([a-z]+:|\/\/)/.test(link)) return true;
    const [path = '', anchor = ''] = link.split('#', 2);
    const target = path === '' ? page : resolveTarget(path, page);
    if (target === undefined) return false;
    const known = anchors.get(target);
    return known === undefined
      ? existsSync(join(folder, target))
      : anchor === '' || known.has(decodeURIComponent(anchor));
  }

  function resolveTarget(path: string, page: string): string | undefined {
    if (path.startsWith('/') && !path.startsWith(base)) return undefined;
    const within = path.startsWith('/') ? path.slice(base.length) : posix.join(posix.dirname(page), path);
    const plain = decodeURIComponent(within.split('?')[0] ?? '');
    const isFolder =
      plain === '' || (existsSync(join(folder, plain)) && statSync(join(folder, plain)).isDirectory());
    return isFolder ? posix.join(plain, 'index.html') : plain;
  }
}
