// Creates the home page: the README's promises, and a card for each group of readers.
import { withLinks } from './markdown.ts';
import { API_DOCUMENT, type Group } from './navigation.ts';

/** `readme`: the repository's README with the site's links. */
export function createHomePage(
  readme: string,
  groups: readonly Group[],
  toRoute: (file: string) => string,
): string {
  const [start] = groups[0]?.pages ?? [];
  const front = {
    layout: 'home',
    hero: {
      name: 'Order Analytics',
      text: 'What sells together, and who comes back',
      tagline: getFirstParagraph(readme),
      image: { src: '/home.png', alt: 'Recommended bundles with their worth and evidence, in the console' },
      actions: [
        { theme: 'brand', text: 'Get started', link: `/${toRoute(start?.file ?? '')}` },
        { theme: 'alt', text: 'API reference', link: `/${toRoute(API_DOCUMENT)}` },
      ],
    },
    features: groups.slice(1).map(({ title, says, pages: [first] }) => ({
      title,
      details: says,
      link: `/${toRoute(first?.file ?? '')}`,
      linkText: first?.title,
    })),
  };
  const sections = ['What it shows', 'Why you can trust the figures', 'Command line', 'Deploy to AWS'];
  const body = sections.map((heading) => getSection(readme, heading));
  return `---\n${JSON.stringify(front)}\n---\n\n${body.join('\n\n')}\n`;
}

/** Returns the README's first paragraph: what the product does. */
export const getFirstParagraph = (readme: string): string => {
  const [, paragraph] = readme.split('\n\n');
  if (paragraph === undefined) throw new Error('README.md has no first paragraph');
  return withLinks(paragraph.replaceAll('\n', ' '), () => undefined);
};

function getSection(readme: string, heading: string): string {
  const section = readme.split(/^(?=## )/m).find((one) => one.startsWith(`## ${heading}\n`));
  if (section === undefined) throw new Error(`README.md has no section "${heading}"`);
  return section.trim();
}
