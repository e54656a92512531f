// The list of mutations fits the source: each of them can still be made, and no guard of the listed folders is missing.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import { DRILLS } from '../../../quality/drills/drills.ts';
import { candidatesIn } from '../../../quality/mutations/candidates.ts';
import { isDrill, type Mutation, mutated, placeOf } from '../../../quality/mutations/mutation.ts';
import { MUTATIONS } from '../../../quality/mutations/mutations.ts';

/** Where a lost guard costs data or lets someone in, or changes a report without anyone noticing. */
const PLACES = [
  ...['erasure', 'http', 'ingest', 'operations', 'report-lists', 'sources', 'stores', 'webhooks'],
  ...['core/recommendations/pair-blocks.ts', 'reporting/partitions/sent-blocks.ts'],
];

const read = (file: string): string => readFileSync(file, 'utf8');
const filesOf = (place: string): string[] =>
  place.endsWith('.ts') ? [`src/${place}`] : globSync(`src/${place}/**/*.ts`);

/** The part of the source that differs from the mutated one. */
function changedBy(mutation: Mutation, source: string): { readonly from: number; readonly to: number } {
  const { text, becomes } = mutation;
  const most = Math.min(text.length, becomes.length);
  let same = 0;
  while (same < most && text[same] === becomes[same]) same++;
  let end = 0;
  while (end < most - same && text.at(-1 - end) === becomes.at(-1 - end)) end++;
  const from = placeOf(mutation, source);
  return { from: from + same, to: from + text.length - end };
}

describe('each mutation', () => {
  it('can be made, and leaves a program', () => {
    for (const mutation of MUTATIONS) {
      const source = read(mutation.file);
      const changed = mutated(mutation, source);
      expect(changed, mutation.name).not.toBe(source);
      expect(() => stripTypeScriptTypes(changed), mutation.name).not.toThrow();
    }
  });

  it('has a name of its own', () => {
    const names = MUTATIONS.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('is noticed by a test file or a drill that exists, or says why nothing notices it', () => {
    const drills = new Set(DRILLS.map(({ name }) => name));
    const wrong = MUTATIONS.filter(
      ({ noticedBy, survives }) =>
        (noticedBy.length === 0) !== (survives !== undefined) ||
        noticedBy.some((check) => (isDrill(check) ? !drills.has(check) : !existsSync(check))),
    );
    expect(wrong).toEqual([]);
  });
});

it.each(PLACES)(
  'no condition, comparison, subtraction or span of time in src/%s is without a mutation',
  (place) => {
    const missing = filesOf(place).flatMap((file) => {
      const source = read(file);
      const changes = MUTATIONS.filter((mutation) => mutation.file === file).map((mutation) =>
        changedBy(mutation, source),
      );
      return candidatesIn(file, source)
        .filter((candidate) => changes.every(({ from, to }) => to < candidate.from || from > candidate.to))
        .map(({ kind, text }) => `${file}: ${kind} ${text}`);
    });
    expect(missing).toEqual([]);
  },
);

it('finds the guards that a word can remove', () => {
  const source = `
    const WAIT_MS = 5;
    for (let at = 0; at < list.length; at++) send({ ConditionExpression: 'leader = :id', Key: at - 1 });
    if (total >= limit && names.length > 0) list.sort((a, b) => a - b);
    update({ condition: input.condition });
  `;
  expect(candidatesIn('source.ts', source).map(({ text }) => text)).toEqual([
    'WAIT_MS = 5',
    "ConditionExpression: 'leader = :id'",
    'at - 1',
    'total >= limit',
  ]);
});
