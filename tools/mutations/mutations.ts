// Reads and applies mutations. A mutation removes one guard from the source; a test has to fail for anyone who breaks
// that guard by accident. The mutations are data, in guards/*.txt: below the line of a file, each has a line with its
// name and the guard that it removes, and under it, indented:
//   - text      a text that occurs once in the file
//   + text      its replacement; without it, the text is deleted
//   ~ text      instead of both, a condition, which is replaced by one that always holds
//   after text  a text that occurs once; the text above is the first one after it
//   by CHECKS   checks that notice the mutation, if they differ from those in the line of the file
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test file, or a drill by its name, which notices the mutation within ten seeds. */
export type CheckName = string;

export interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly after: string;
  readonly text: string;
  readonly becomes: string;
  readonly noticedBy: readonly CheckName[];
}

const GUARDS = join(import.meta.dirname, 'guards');

function parseMutations(guards: string): Mutation[] {
  const [head = '', ...rows] = guards.split(/\n(?=\S)/);
  const [file = '', usual = ''] = head.split(' by ');
  return rows.map((row) => {
    const [title = '', ...lines] = row.trimEnd().split('\n');
    const unknown = lines.find((line) => !/^ {2}(?:[-+~]|after|by) /.test(line));
    if (unknown !== undefined) throw new Error(`${title}: ${unknown}`);
    const joinMarked = (mark: string): string =>
      lines
        .filter((line) => line.startsWith(`  ${mark} `))
        .map((line) => line.slice(mark.length + 3))
        .join('\n');
    const condition = joinMarked('~');
    return {
      name: title.split(':')[0] ?? '',
      file,
      after: joinMarked('after'),
      ...(condition === ''
        ? { text: joinMarked('-'), becomes: joinMarked('+') }
        : // Its values stay in use: DynamoDB refuses values that no expression uses.
          { text: `'${condition}'`, becomes: `'attribute_not_exists(never_set) OR (${condition})'` }),
      noticedBy: (joinMarked('by') || usual).split(' '),
    };
  });
}

export const MUTATIONS: readonly Mutation[] = readdirSync(GUARDS).flatMap((name) =>
  readFileSync(join(GUARDS, name), 'utf8').split('\n\n').flatMap(parseMutations),
);

/** Throws unless the place occurs exactly once. */
export function applyMutation({ name, after, text, becomes }: Mutation, source: string): string {
  const anchor = after || text;
  const first = source.indexOf(anchor);
  if (first === -1 || source.includes(anchor, first + 1))
    throw new Error(`${name}: expected exactly one ${JSON.stringify(anchor)}`);
  const place = source.indexOf(text, first + after.length);
  if (place === -1)
    throw new Error(`${name}: ${JSON.stringify(text)} does not follow ${JSON.stringify(after)}`);
  return source.slice(0, place) + becomes + source.slice(place + text.length);
}

export function isDrill(check: CheckName): boolean {
  return !check.endsWith('.test.ts');
}
