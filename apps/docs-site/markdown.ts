// Parses Markdown as GitHub does: headings and their anchors, links outside of code.

/** Removes fenced blocks: a diagram or a program has no links. */
export function stripFences(text: string): string {
  return text.replaceAll(/^( *)```.*?^\1```$/gms, '');
}

export function readTitle(text: string): string {
  const [, title] = /^# (.+)$/m.exec(stripFences(text)) ?? [];
  if (title === undefined) throw new Error('the page has no title');
  return title;
}

/** Lower case, blanks to hyphens, other marks dropped. */
export function toAnchor(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** Lists the anchors of all headings; a repeated heading gets a number. */
export function listAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of stripFences(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = toAnchor(heading);
    let unique = anchor;
    for (let again = 1; anchors.has(unique); again++) unique = `${anchor}-${again}`;
    anchors.add(unique);
  }
  for (const [, id = ''] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

const LINK = /\]\(([^)\s]+)((?: "[^"]*")?)\)/g;
const isExternal = (link: string): boolean => /^[a-z]+:/.test(link);

/** Lists targets of links and pictures within the repository. */
export function listLinks(text: string): string[] {
  return [...stripFences(text).matchAll(LINK)]
    .map(([, link = '']) => link)
    .filter((link) => !isExternal(link));
}

const CODE = /^( *)```.*?^\1```$|`[^`\n]*`/gms;

/** Leaves code unchanged, even if it looks like markup. */
function changeOutsideCode(text: string, change: (prose: string) => string): string {
  const kept: string[] = [];
  const masked = text.replaceAll(CODE, (code) => `\uE000${kept.push(code) - 1}\uE001`);
  return change(masked).replaceAll(/\uE000(\d+)\uE001/g, (_, at: string) => kept[Number(at)] ?? '');
}

const WHOLE_LINK = /(!?)\[((?:[^[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)(?: "[^"]*")?\)/g;

/** Replaces each link within the repository by `place(path, anchor)`; without a place, a link becomes its text. */
export function withLinks(text: string, place: (path: string, anchor: string) => string | undefined): string {
  return changeOutsideCode(text, (prose) =>
    prose.replaceAll(WHOLE_LINK, (whole, mark: string, label: string, link: string) => {
      if (isExternal(link) || link.startsWith('#')) return whole;
      const [path = '', anchor] = link.split('#', 2);
      const target = place(path, anchor === undefined ? '' : `#${anchor}`);
      return target === undefined ? label : `${mark}[${label}](${target})`;
    }),
  );
}

/** Escapes text that the site's generator would read as a tag or a template; comments, anchors and addresses stay. */
export function withoutTags(text: string): string {
  return changeOutsideCode(text, (prose) =>
    prose.replaceAll(/<(?!!--|\/?a[ >]|br>|https?:)/g, '&lt;').replaceAll('{{', '&#123;&#123;'),
  );
}
