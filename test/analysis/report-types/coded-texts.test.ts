// Every text of a report has codes beside it, so that German readers see no English sentence: reports of every type on
// messy, small and empty shops.

import { describe, expect, it } from 'vitest';
import { WORDS_DE } from '../../../packages/report-parts/german/words.ts';
import { sayInsights } from '../../../packages/report-parts/insights.ts';
import { sayEach, sayIn } from '../../../packages/report-parts/sentences.ts';
import type { Assigned } from '../../../src/analysis/effect/assigned.ts';
import type { OrderColumns } from '../../../src/analysis/orders/columns.ts';
import { getAnalysis } from '../../../src/analysis/report-types/analyses.ts';
import { assembleReport } from '../../../src/analysis/report-types/assemble.ts';
import { analyseOrders } from '../../../src/analysis/report-types/partitioned.ts';
import { NOTHING_TO_COMPARE } from '../../../src/analysis/report-types/report-changes.ts';
import {
  REPORT_TYPES,
  type ReportType,
  TEMPLATE_NAMES,
  TEMPLATES,
  type TemplateName,
} from '../../../src/contract/report-types/report-types.ts';
import { type ReportRequest, resolveReport } from '../../../src/contract/report-types/resolve.ts';
import { asText } from '../../../src/contract/sentences/english.ts';
import type { Sentence } from '../../../src/contract/sentences/sentence.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';
import { createLine, toColumns } from '../orders/literal-orders.ts';
import { findEnglishWords, GERMAN_FIGURES } from '../sentences/german.ts';

/** Product names that are no words of a language, and a fee. */
const PRODUCTS = ['Qua', 'Zyx', 'Wrk', 'Vlo', 'Ünd', 'POSTAGE'];

/** Orders of two years; some lack a customer, a date or a name, some are returns. */
function createMessyShop(count: number) {
  const next = createRandom(27);
  return toColumns(
    Array.from({ length: count }, (_, at) => {
      const day = Math.floor(700 * next() ** 0.7);
      const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
      const customer = `c${Math.floor((count / 4) * next() ** 2)}`;
      const first = Math.floor(next() * 5);
      const lines =
        at % 17 === 5
          ? [createLine(PRODUCTS[first] ?? '', 9, -1)]
          : [
              createLine(PRODUCTS[first] ?? '', 10 + first),
              createLine(PRODUCTS[(first + 1) % 5] ?? '', 3),
              ...(at % 3 === 0 ? [createLine('POSTAGE', 4)] : []),
            ];
      return {
        id: `o${at}`,
        ...(at % 11 !== 3 && { customer }),
        ...(at % 13 !== 7 && { date }),
        lines,
      };
    }),
  );
}

const SHOPS = {
  'a messy shop': createMessyShop(900),
  'a small shop': createMessyShop(12),
  'a shop of one order': createMessyShop(1),
  'no shop': toColumns([]),
};

type Variant = Omit<ReportRequest, 'template'>;

const OF_TYPE: Readonly<Record<ReportType, readonly Variant[]>> = {
  MBA: [
    { params: { min_support: 0.4, product_identifier: 'sku', leave_out: 'not_goods' } },
    { params: { scope: 'customer', rules: { antecedents: ['Unknown'] }, serve: true } },
  ],
  RFM: [],
  COHORT: [{ params: { cohort_by: 'week' } }],
  REPLENISHMENT: [],
  EFFECT: [{ params: { since: '2025-03-01' } }],
};

const ASKED: readonly ReportRequest[] = REPORT_TYPES.flatMap((type) =>
  listTemplates(type).flatMap((template) => listVariants(type).map((more) => ({ template, ...more }))),
);

function listVariants(type: ReportType): Variant[] {
  return [{}, { filters: { dateRange: { start: '2024-06-01', end: '2025-03-31' } } }, ...OF_TYPE[type]];
}

function listTemplates(type: ReportType): TemplateName[] {
  return TEMPLATE_NAMES.filter((name) => TEMPLATES[name].reportType === type);
}

const CASES = Object.entries(SHOPS).flatMap(([shop, columns]) =>
  ASKED.map((request) => [shop, JSON.stringify(request), columns, request] as const),
);

async function createReport(columns: OrderColumns, request: ReportRequest) {
  const { name, reportType, settings } = resolveReport(request, 'EUR');
  const { body: computed } = analyseOrders(getAnalysis(reportType), columns, settings, {
    assigned: createAssigned(columns),
  });
  const header = {
    ...{ report_id: 'r1', name, report_type: reportType, dataset_id: 'default', currency: 'EUR' },
    created_at: '2026-06-01T00:00:00.000Z',
  };
  return assembleReport({ header, settings, computed, changes: NOTHING_TO_COMPARE });
}

/** Every third customer is held out; in a small shop, nobody is assigned. */
function createAssigned({ customers }: OrderColumns): Assigned | undefined {
  if (customers.length < 30) return undefined;
  return {
    customers,
    isHeldOut: Uint8Array.from(customers, (_, at) => Number(at % 3 === 0)),
    at: new Float64Array(customers.length).fill(Date.UTC(2024, 5, 1)),
    isMember: new Uint8Array(customers.length).fill(1),
  };
}

const seen = new Set<string>();
const sayInGerman = sayIn(WORDS_DE, GERMAN_FIGURES);
/** Insights without codes: texts of the request and of its template. */
const NOT_CODED = ['business_context', 'context'];

describe.each(CASES)('a report on %s for the request %s', (_shop, _request, columns, request) => {
  it('has texts that equal the English of their codes, and no English words in German', async () => {
    const report = await createReport(columns, request);
    const { warnings, warnings_coded, notes = [], notes_coded } = report;
    const strategic = 'ai_strategic_insights' in report ? report.ai_strategic_insights : null;
    const segments = 'segments' in report ? report.segments : [];
    const { changes } = report;
    const shown = [
      ...sayEach(sayInGerman, warnings, warnings_coded),
      ...sayEach(sayInGerman, notes, notes_coded),
      ...sayInsights(sayInGerman, report.ai_insights, strategic).flatMap(({ key, texts }) =>
        NOT_CODED.includes(key) ? [] : texts,
      ),
      ...segments.flatMap((segment) => [
        sayInGerman(segment.ai_observation, segment.ai_observation_coded),
        sayInGerman(segment.ai_recommendation, segment.ai_recommendation_coded),
      ]),
      ...(changes !== null && 'note_coded' in changes
        ? [sayInGerman(changes.note ?? '', changes.note_coded)]
        : []),
    ];
    for (const text of shown) expect([text, ...findEnglishWords(text)]).toEqual([text]);
    for (const [text, coded] of listCodedTexts(report)) {
      expect(text).toBe(asText(coded, 'EUR'));
      for (const { code } of coded) seen.add(code);
    }
  });
});

it('the reports on all shops use more than 50 codes', () => {
  expect([...seen].length).toBeGreaterThan(50);
});

/** Members at any depth that have a sibling of the same name with `_coded`, with that sibling. */
function* listCodedTexts(value: unknown): Generator<[string, Sentence[]]> {
  if (typeof value !== 'object' || value === null) return;
  const members = new Map<string, unknown>(Object.entries(value));
  for (const [name, member] of members) {
    const coded = members.get(`${name}_coded`);
    if (!Array.isArray(coded)) {
      if (!name.endsWith('_coded')) yield* listCodedTexts(member);
    } else if (Array.isArray(member)) {
      expect(coded).toHaveLength(member.length);
      for (const [at, text] of member.entries()) yield [text, [coded[at]]];
    } else if (typeof member === 'string') yield [member, coded];
  }
}
