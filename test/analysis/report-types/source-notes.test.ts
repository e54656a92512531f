// The note of a report on imported files that hold more rows than the report.
import { expect, it } from 'vitest';
import { describeSources } from '../../../src/analysis/report-types/assemble.ts';
import { writeEnglish } from '../../../src/contract/sentences/english.ts';

const createSources = (summary: object) => [
  {
    import_id: '01KAJ3V6XQ0000000000000000',
    created_at: '2026-04-01T08:00:00.000Z',
    source_summary: { rows_read: 1_652, orders: 310, ...summary },
  },
];

it('describeSources lists the rows left out with their amounts, and the period of the file', () => {
  expect(
    writeEnglish(
      describeSources(
        createSources({
          ...{ currency: 'EUR', first_date: '2026-01-02', last_date: '2026-03-31' },
          left_out: [
            { reason: 'cancelled', currency: 'EUR', rows: 12, orders: 7, amount: 310.5 },
            { reason: 'other_currency', currency: 'USD', rows: 1, orders: null, amount: 9 },
          ],
          ...{ bad_rows: 2, other_records: 5, tips: 3 },
        }),
      ),
    ),
  ).toEqual([
    'The files of import 01KAJ3V6XQ0000000000000000 of 2026-04-01 (1,652 rows, 310 orders, 2026-01-02 to 2026-03-31) hold more than the report: 7 orders cancelled worth 310.50 EUR; 1 row in another currency worth 9.00 USD; 2 rows that could not be read; 5 records of fees, shipping and tax; tips worth 3.00 EUR.',
  ]);
});

it('describeSources returns no note for files without rows left out', () => {
  expect(describeSources([])).toEqual([]);
  expect(describeSources(createSources({ left_out: [], bad_rows: 0, other_records: null, tips: 0 }))).toEqual(
    [],
  );
});
