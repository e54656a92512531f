// Creates llms.txt, the documents for language models in the order of the navigation, and llms-full.txt with their
// text.
import { API_DOCUMENT, type Group, type Page } from './navigation.ts';

/** `address`: returns the address of a page's text on the site. */
export function createLlmsText(
  title: string,
  about: string,
  groups: readonly Group[],
  address: (file: string) => string,
): string {
  const lists = groups.map(
    ({ title: group, pages }) =>
      `## ${group}\n\n${pages.map((page) => formatItem(page, address)).join('\n')}`,
  );
  return `${[`# ${title}`, `> ${about}`, ...lists].join('\n\n')}\n`;
}

const formatItem = ({ file, title, says }: Page, address: (file: string) => string): string =>
  `- [${title}](${address(file)}): ${says}`;

/** The API's document is a file of its own. */
export function createLlmsFullText(groups: readonly Group[], textOf: (file: string) => string): string {
  return groups
    .flatMap(({ pages }) => pages)
    .filter(({ file }) => file !== API_DOCUMENT)
    .map(({ file }) => textOf(file).trim())
    .join('\n\n');
}
