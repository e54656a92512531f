// The comparison itself: it must not take what differs.
import { describe, expect, it } from 'vitest';
import { examplesIn } from './examples.ts';
import { difference } from './shapes.ts';

const json = (printed: unknown, text: string) => difference(JSON.stringify(printed), { kind: 'json', text });

describe('JSON', () => {
  it('accepts other ids and times', () => {
    const printed = { import_id: '01M7YSS0BDASW326K2AT3B48EQ', at: '2026-11-21T10:17:34.829Z', n: 1 };
    const shown = '{"import_id": "01ARZ3NDEKTSV4RRFFQ69G5FAV", "at": "2025-01-01T00:00:00.000Z", "n": 1}';
    expect(json(printed, shown)).toBeUndefined();
  });

  it.each([
    ['another number', { n: 2 }, '{"n": 1}'],
    ['another text', { name: 'a' }, '{"name": "b"}'],
    ['another kind', { n: '1' }, '{"n": 1}'],
    ['a member too few', {}, '{"n": 1}'],
    ['a member too many', { n: 1, m: 2 }, '{"n": 1}'],
    ['nothing left out where it says so', { n: 1 }, '{"n": 1, "…": "…"}'],
    ['an entry too many', [1, 2], '[1]'],
    ['no more entries where it says so', [1], '[1, "…"]'],
    ['something deep', { a: [{ b: { c: 1 } }] }, '{"a": [{"b": {"c": 2}}]}'],
    ['no object', null, '{}'],
  ])('refuses %s', (_, printed, shown) => {
    expect(json(printed, shown)).toBeTypeOf('string');
  });

  it('accepts deliberate omissions', () => {
    expect(json({ n: 1, m: [1, 2], t: 'x' }, '{"m": [1, "…"], "t": "…", "…": "…"}')).toBeUndefined();
  });
});

describe('text', () => {
  const text = (printed: string, shown: string) => difference(printed, { kind: 'text', text: shown });
  it.each([
    ['a\nb\n', 'a\nb'],
    ['a\nb\nc\nd', 'a\n…\nd'],
    ['a\nb', 'a\n…'],
    ['took 1.5 s', 'took 2.7 s'],
    ['retry-after: 5\r', 'Retry-After: 60'],
  ])('takes %j for %j', (printed, shown) => expect(text(printed, shown)).toBeUndefined());
  it.each([
    ['a\nc', 'a\nb'],
    ['a', 'a\nb'],
    ['a\nb', 'a'],
    ['a\nb\nc', 'a\n…\nd'],
    ['a', 'a\n…'],
    ['12 rules', '13 rules'],
  ])('refuses %j for %j', (printed, shown) => expect(text(printed, shown)).toBeTypeOf('string'));
});

it('an answer belongs to the examples above it, up to the one before and the heading', () => {
  const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`;
  const page = `## A\n${block('sh', '1')}## B\n${block('sh', '2')}${block('ts', '3')}${block('json', '{}')}${block('python', '4')}`;
  expect(examplesIn(page).map(({ code, place, answer }) => [code, place, answer?.text])).toEqual([
    ['1', 'A, line 2', undefined],
    ['2', 'B, line 6', '{}'],
    ['3', 'B, line 9', '{}'],
    ['4', 'B, line 15', undefined],
  ]);
});
