// Writes the documents as pages of the site: links lead to pages, pictures are copied, and a link to any other file
// leads to its source, or becomes its name.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { withLinks, withoutTags } from './markdown.ts';
import { API_DOCUMENT, QUEUE_MESSAGE, WRITTEN } from './navigation.ts';

export interface Places {
  readonly root: string;
  readonly routes: ReadonlyMap<string, string>;
  /** Generated texts, by file name. */
  readonly written: ReadonlyMap<string, string>;
  /** Address of the repository's files, such as `https://…/blob/main`; undefined: none. */
  readonly source: string | undefined;
}

const PICTURE = /\.(png|svg)$/;

/** Returns the text of a document with its links on the site. */
export function createPageText(file: string, { root, routes, written, source }: Places): string {
  const route = routes.get(file);
  if (route === undefined) throw new Error(`${file} is no page of the site`);
  const from = posix.dirname(route);
  const text = written.get(WRITTEN.get(file) ?? '') ?? readFileSync(join(root, file), 'utf8');
  return withLinks(text, (path, anchor) => {
    const target = posix.normalize(posix.join(posix.dirname(file), path));
    const instead = routes.get(`${target}${anchor}`);
    if (instead !== undefined) return toRelative(from, instead);
    if (`${target}${anchor}` === API_DOCUMENT) return toRelative(from, 'api/index.md');
    if (`${target}${anchor}` === QUEUE_MESSAGE) return '/queue-message.schema.json';
    const page = routes.get(target) ?? routes.get(posix.join(target, 'README.md'));
    if (page !== undefined) return `${toRelative(from, page)}${anchor}`;
    if (PICTURE.test(target)) return toRelative(from, target);
    return source === undefined ? undefined : `${source}/${target}${anchor}`;
  });
}

function toRelative(from: string, to: string): string {
  const path = posix.relative(from, to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Writes every document and its pictures below `folder`. */
export function writePages(folder: string, places: Places): void {
  for (const [file, route] of places.routes) {
    const text = createPageText(file, places);
    writePage(folder, route, withoutTags(text));
    for (const [, picture = ''] of text.matchAll(/!\[[^\]]*\]\(([^)\s]+\.(?:png|svg))\)/g)) {
      const path = posix.join(posix.dirname(route), picture);
      const source = join(places.root, path);
      if (!existsSync(source)) throw new Error(`${file}: there is no picture ${picture}`);
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      copyFileSync(source, join(folder, path));
    }
  }
}

export function writePage(folder: string, route: string, text: string): void {
  const path = join(folder, route);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.endsWith('\n') ? text : `${text}\n`);
}
