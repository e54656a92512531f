// Profiles joined from partitions and blocks of products against those of all orders at once.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinProfiles } from '../../../src/analysis/product-profiles/joined-profiles.ts';
import {
  createOrderSequences,
  joinSequences,
  packSequences,
  readSequences,
} from '../../../src/analysis/product-profiles/order-sequences.ts';
import {
  createProductProfiles,
  type ProductProfiles,
} from '../../../src/analysis/product-profiles/product-profiles.ts';
import {
  listProfileBlocks,
  ProfileBlocksJoin,
} from '../../../src/analysis/product-profiles/profile-blocks.ts';
import { encodeProfileFile } from '../../../src/analysis/product-profiles/profile-file.ts';
import {
  findLargestOrder,
  joinProfileSurveys,
  packProfileSurvey,
  surveyOrders,
} from '../../../src/analysis/product-profiles/profile-survey.ts';
import { listPartBlocks } from '../../../src/analysis/recommendations/pair-blocks.ts';
import { createLine, createMbaSettings, type LiteralOrder, toColumns } from '../orders/literal-orders.ts';

const NAMES = ['a', 'b', 'c', 'd', '__proto__', '\ud800', 'g', 'h', 'i'];
const shopOrders = fc.array(
  fc.record({
    customer: fc.option(fc.nat(8), { nil: undefined, freq: 9 }),
    day: fc.integer({ min: 10, max: 28 }),
    names: fc.subarray(NAMES, { minLength: 1 }),
  }),
  { minLength: 20, maxLength: 60, size: 'max' },
);
/** Twelve customers who order b after a, more than chance explains, and 60 others whose orders are unrelated. */
const FOLLOWED = Array.from({ length: 72 }, (_, at) => [
  { customer: 20 + at, day: 10, names: [at < 12 ? 'a' : (NAMES[2 + (at % 7)] ?? 'c')] },
  { customer: 20 + at, day: 11, names: [at < 12 ? 'b' : (NAMES[2 + (Math.floor(at / 7) % 7)] ?? 'c')] },
]).flat();
const encodeProfiles = (profiles: ProductProfiles): string =>
  Buffer.concat([...encodeProfileFile(profiles)]).toString('base64');

it('joinProfiles returns the same bytes for any number of partitions and blocks, with or without large orders', () => {
  let [limited, listed] = [0, 0];
  fc.assert(
    fc.property(
      shopOrders,
      fc.constantFrom(1, 2, 7),
      fc.constantFrom(1, 2),
      fc.constantFrom(10, 200, 1e9),
      (random, parts, perPart, maxWork) => {
        const some = [...random, ...FOLLOWED];
        const orders = some.map(({ customer, day, names }, at): LiteralOrder & { readonly part: number } => ({
          id: `o${at}`,
          date: `2026-01-${day}`,
          ...(customer !== undefined && { customer: `c${customer}` }),
          lines: names.map((name) => createLine(name)),
          part: (customer ?? at) % parts,
        }));
        const whole = createOrderSequences(toColumns(orders), createMbaSettings());
        const expected = createProductProfiles(whole, maxWork);
        if (Number.isFinite(expected.largestOrder)) limited++;
        for (const item of expected.sold()) listed += expected.of(item).after.others.length;

        const ofParts = Array.from({ length: parts }, (_, part) => {
          const own = createOrderSequences(
            toColumns(orders.filter((order) => order.part === part)),
            createMbaSettings(),
          );
          return readSequences(packSequences(own));
        });
        expect(encodeProfiles(createProductProfiles(joinSequences(ofParts), maxWork))).toBe(
          encodeProfiles(expected),
        );

        const survey = joinProfileSurveys(ofParts.map((own) => packProfileSurvey(surveyOrders(own))));
        const largestOrder = findLargestOrder(survey, maxWork);
        const pairs = survey.pairs.reduce((sum, count, size) => (size > largestOrder ? sum : sum + count), 0);
        const cutting = { items: NAMES, blocks: parts * perPart, largestOrder, pairs };
        const sent = ofParts.map((own) => [...listProfileBlocks(own, cutting)]);
        const found = ofParts.map((_, part) => {
          const join = new ProfileBlocksJoin(cutting);
          for (const block of listPartBlocks(part, parts, cutting.blocks))
            join.add(
              block,
              sent.map((runs) => runs[block] ?? new Uint8Array()),
            );
          return join.bytes();
        });
        expect(encodeProfiles(joinProfiles(found, cutting, survey.sizes))).toBe(encodeProfiles(expected));
      },
    ),
    { numRuns: 40 },
  );
  expect(limited).toBeGreaterThan(3);
  expect(listed).toBeGreaterThan(5);
});

it('listProfileBlocks throws for an item that the dataset lacks instead of counting it as the first item', () => {
  const own = createOrderSequences(
    toColumns([{ id: 'o1', date: '2026-01-10', customer: 'c', lines: [createLine('unknown')] }]),
    createMbaSettings(),
  );
  const cutting = { items: NAMES, blocks: 1, largestOrder: 10, pairs: 0 };
  expect(() => [...listProfileBlocks(own, cutting)]).toThrow(/the dataset does not have/);
});
