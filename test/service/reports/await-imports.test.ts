// Tests how long a report waits for imports, and which of them it names.

import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { writeEnglish } from '../../../src/contract/sentences/english.ts';
import type { Accepted } from '../../../src/service/orders/imports-in-progress.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import {
  awaitImports,
  describeImports,
  findImportsAtStart,
} from '../../../src/service/reports/steps/await-imports.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';

const REQUESTED = Date.parse('2026-03-02T12:00:00.000Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const REPORT: ReportItem = createReportItem({
  report_id: ulid(REQUESTED),
  dataset_id: 'shop',
  at: new Date(REQUESTED).toISOString(),
  request: { report_type: 'RFM', dataset_id: 'shop', wait_for_imports: true },
});

/** Creates imports that were accepted `agesMs` before the report; `reads`: the ranges that were read. */
function createImports(...agesMs: number[]) {
  const reads: (Accepted & { of: string })[] = [];
  const ids = agesMs.map((age) => ulid(REQUESTED - age));
  const createDeps = (now: number) => ({
    importsInProgress: {
      async list(accountId: string, datasetId: string, accepted: Accepted) {
        reads.push({ of: `${accountId}/${datasetId}`, ...accepted });
        return ids;
      },
    },
    clock: () => REQUESTED + now,
  });
  return { at: createDeps, reads, ids };
}

test.each([
  ['a second at first', 0, 1],
  ['a tenth of the time since the request', 5 * MINUTE, 30],
  ['a minute at most', 30 * MINUTE, 60],
  ['the rest of the hour at most', 60 * MINUTE - 4_500, 5],
])('pauses for %s', async (_, now, wait_seconds) => {
  const { at } = createImports(7_000, 3_000);
  expect(await awaitImports(at(now), REPORT, undefined)).toEqual({
    imports_since: REQUESTED - 7_000,
    wait_seconds,
  });
});

test('starts the report when no import is in progress, and after an hour in any case', async () => {
  expect(await awaitImports(createImports().at(0), REPORT, undefined)).toBeUndefined();
  expect(await awaitImports(createImports(1).at(60 * MINUTE), REPORT, undefined)).toBeUndefined();
});

test('reads the imports of the 24 hours before the request, then only those since the oldest one in progress', async () => {
  const { at, reads } = createImports(7_000);
  const waited = await awaitImports(at(0), REPORT, undefined);
  await awaitImports(at(1_000), REPORT, waited);
  expect(reads).toEqual([
    { of: 'acc/shop', from: REQUESTED - DAY, until: REQUESTED },
    { of: 'acc/shop', from: REQUESTED - 7_000, until: REQUESTED },
  ]);
});

test('names the five oldest imports and the number of all, and states how long the report waited', async () => {
  const { at, ids } = createImports(7_000, 6_000, 5_000, 4_000, 3_000, 2_000, 1_000);
  const atStart = await findImportsAtStart(at(0), REPORT);
  expect(atStart).toEqual({ count: 7, first: ids.slice(0, 5) });
  expect(writeEnglish(describeImports(atStart, true))).toEqual([
    `7 imports of this dataset were in progress when the report was generated: ${ids.slice(0, 5).join(', ')} and 2 more. Some of their orders may be missing. The report had waited for 60 minutes, the longest that it waits for imports.`,
  ]);
});

test('returns no warning if no import is in progress', async () => {
  const atStart = await findImportsAtStart(createImports().at(0), REPORT);
  expect([atStart, describeImports(atStart, false)]).toEqual([undefined, []]);
});
