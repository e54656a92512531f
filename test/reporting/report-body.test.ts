// Bodies of earlier versions: stored without report_type, read with that of their report.
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readDraft, readFinal } from '../../src/reporting/report-body.ts';
import type { ReportBodies } from '../../src/stores/reports/report-bodies.ts';

function holding(body: object): Pick<ReportBodies, 'get' | 'find'> {
  const stored = async () => new Uint8Array(gzipSync(JSON.stringify(body)));
  return { get: stored, find: stored };
}

const report = { account_id: 'acc_1', report_id: '01K0000000000000000000TEST', report_type: 'RFM' } as const;

it.each([
  ['draft', readDraft],
  ['finished body', readFinal],
])('a %s without report_type has that of its report', async (_, read) => {
  expect(await read(holding({ segments: [] }), report)).toEqual({ report_type: 'RFM', segments: [] });
  expect(await read(holding({ report_type: 'RFM', segments: [] }), report)).toEqual({
    report_type: 'RFM',
    segments: [],
  });
});
