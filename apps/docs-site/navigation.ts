// Reads the only list of documents, docs/README.md: its headings are groups of readers, its items pages. The site's
// navigation, home page and llms.txt are created from it.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listLinks, readTitle } from './markdown.ts';

const LIST = 'docs/README.md';
/** Explains how to generate the reference. The sections below become pages or data of the site instead of this text. */
const REFERENCE = 'docs/reference.md';
/** Its item represents the pages generated from the API's document. */
export const API_DOCUMENT = `${REFERENCE}#api`;
/** Sections of REFERENCE, with the name of the generated file for each. */
export const WRITTEN: ReadonlyMap<string, string> = new Map([
  [`${REFERENCE}#errors`, 'errors.md'],
  [`${REFERENCE}#sentences`, 'sentences.md'],
  [`${REFERENCE}#command-line`, 'cli.md'],
]);
export const QUEUE_MESSAGE = `${REFERENCE}#message-of-the-ingest-queue`;

export interface Page {
  /** Path in the repository, with `/`. */
  readonly file: string;
  readonly title: string;
  /** The purpose of the page, in a line. */
  readonly says: string;
  /** Pages of an index in a folder of its own, such as the decisions. */
  readonly parts: readonly { readonly file: string; readonly title: string }[];
}

export interface Group {
  readonly title: string;
  readonly says: string;
  readonly pages: readonly Page[];
}

export function readNavigation(root: string): Group[] {
  const [, ...sections] = readFileSync(join(root, LIST), 'utf8').split(/^## /m);
  return sections.map((section) => {
    const [title = '', ...lines] = section.trim().split('\n');
    const says = lines.filter((line) => line !== '' && !line.startsWith('- ')).join(' ');
    return {
      title,
      says,
      pages: lines.filter((line) => line.startsWith('- ')).map((line) => parsePage(root, line)),
    };
  });
}

function parsePage(root: string, line: string): Page {
  const [, title, target, says] = /^- \[([^\]]+)\]\(([^)]+)\): (.+)$/.exec(line) ?? [];
  if (title === undefined || target === undefined || says === undefined)
    throw new Error(`${LIST}: expected "- [title](file): what it is for", got "${line}"`);
  const file = posix.join(posix.dirname(LIST), target);
  return { file, title, says, parts: listParts(root, file) };
}

function listParts(root: string, file: string): Page['parts'] {
  if (posix.basename(file) !== 'README.md' || !file.startsWith('docs/')) return [];
  const linked = listLinks(readFileSync(join(root, file), 'utf8')).filter((link) =>
    /^[^/#]+\.md$/.test(link),
  );
  return [...new Set(linked)].map((link) => {
    const part = posix.join(posix.dirname(file), link);
    return { file: part, title: readTitle(readFileSync(join(root, part), 'utf8')) };
  });
}

/** Lists every file that becomes a page of the site, with its path there; the repository's README is the home page. */
export function listRoutes(groups: readonly Group[]): Map<string, string> {
  const files = groups
    .flatMap(({ pages }) => pages)
    .flatMap(({ file, parts }) => [file, ...parts.map((part) => part.file)])
    .filter((file) => file !== API_DOCUMENT);
  return new Map([
    ['README.md', 'index.md'],
    [LIST, 'documentation.md'],
    ...files.map((file) => [file, WRITTEN.get(file) ?? toRoute(file)] as const),
  ]);
}

function toRoute(file: string): string {
  return file
    .replace(/^docs\//, '')
    .replace(/(^|\/)README\.md$/, '$1index.md')
    .replace(/^[A-Z]+\.md$/, (name) => name.toLowerCase());
}
