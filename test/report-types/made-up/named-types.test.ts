// How many files outside a type's own folders name it: those that docs/architecture.md lists, at most six that must.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('docs/architecture.md', 'utf8');
const section = page.split('\n## A new report type\n')[1]?.split('\n## ')[0] ?? '';
const LISTED = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file = '']) => file);

/** All code of the product; tests and benches are not. */
const FILES = globSync('{bin,cli,console,functions,lib,local,order-files,report-parts,src}/**/*.{ts,tsx}');
const OWN =
  /^(?:src\/report-types|src\/core\/prediction)\/replenishment\/|^console\/due\/|^(?:src\/core\/sentences|report-parts\/german)\/(?:replenishment|due)-/;
/** Names no type, but the columns that types bring. */
const FIGURES = 'src/core/customer-lists/figures.ts';
/** A parameter that two types have, and what the first page and a customer's page say of one type. */
const OPTIONAL = [
  'src/report-types/market-basket/settings.ts',
  'console/home/actions.ts',
  'console/home/home-data.ts',
  'console/customers/customer-due.tsx',
];

it('a type is named in the files that the document lists, and those are at most six', () => {
  expect(LISTED).toContain(FIGURES);
  expect(LISTED.length).toBeLessThanOrEqual(6);
  const naming = FILES.filter(
    (file) => !OWN.test(file) && /\bREPLENISHMENT\b|\/replenishment\//.test(readFileSync(file, 'utf8')),
  );
  expect(naming.filter((file) => !OPTIONAL.includes(file)).toSorted()).toEqual(
    LISTED.filter((file) => file !== FIGURES).toSorted(),
  );
});
