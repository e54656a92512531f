// Numbers, shares, amounts, days and times are written by one formatter: a figure in another way would be English for readers
// of German, or have no thousands.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..', '..');
const FOLDERS = [
  'console',
  'report-parts',
  'cli/report-pages',
  'src/core/sentences',
  'src/core/insights',
  'src/report-types',
];

/** The formatters themselves, in the reader's language and in the service's; and coordinates of drawings. */
const ALLOWED =
  /^(?:report-parts\/figures\.ts|src\/core\/insights\/wording\.ts|report-parts\/charts\/\w[\w-]*\.ts)$/;

/** `Intl.DateTimeFormat()` without a locale asks for the reader's time zone. */
const BY_HAND =
  /\.toFixed\(|\.toLocale\w*String\(|Intl\.(?:NumberFormat|DateTimeFormat)\((?!\))/;
/** `${share} %` */
const GLUED_PERCENT = /\}\u00A0? ?%(?!['"`],? ?(?:\.{3}|\}| \}))/;

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
).filter((path) => !ALLOWED.test(path));

it.each([
  ['formats no number or day by itself', BY_HAND],
  ['puts no percent sign behind a number', GLUED_PERCENT],
])('what readers see %s', (_, pattern) => {
  const found = sources.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  );
  expect(sources.length).toBeGreaterThan(200);
  expect(found).toEqual([]);
});

it.each([
  ['an own percentage', 'text(`$' + '{share} %`)', true],
  ['decimals', '(100 * share).toFixed(1)', true],
  ['a locale', "value.toLocaleString('de')", true],
  ['the formatter', '`$' + '{percent(share)} of all`', false],
  ['the time zone', 'Intl.DateTimeFormat().resolvedOptions()', false],
])('tells %s', (_, line, isByHand) => {
  expect(BY_HAND.test(line) || GLUED_PERCENT.test(line)).toBe(isByHand);
});
