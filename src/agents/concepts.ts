// The sections of docs/concepts as resources: what a figure means, in the words of the documentation.

export interface Concept {
  /** Slug of its heading, as in GitHub's links. */
  readonly slug: string;
  readonly title: string;
  /** Slug of its page, if the page has another heading. */
  readonly part: string | undefined;
  /** Markdown with the heading. */
  readonly text: string;
}

const HEADING = /^(#{1,2}) (.+)$/;

/** One per heading, without the sections below it. */
export function parseConcepts(markdown: string): Concept[] {
  const found: { level: number; title: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, marks, title] = (isCode ? null : HEADING.exec(line)) ?? [];
    if (marks !== undefined && title !== undefined) found.push({ level: marks.length, title, lines: [line] });
    else found.at(-1)?.lines.push(line);
  }
  let part: string | undefined;
  return found.map(({ level, title, lines }) => {
    if (level === 1) part = title;
    return {
      slug: toSlug(title),
      title,
      part: level === 1 ? undefined : part,
      text: `${lines.join('\n').trim()}\n`,
    };
  });
}

function toSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
