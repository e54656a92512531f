// Tests when a report is computed in partitions, and which reason a failed one states.

import { describe, expect, it } from 'vitest';
import { asText } from '../../../src/contract/sentences/english.ts';
import type { DatasetRef } from '../../../src/service/orders/orders.ts';
import { createPlanPartitions } from '../../../src/service/reports/partitions/plan-partitions.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { explainWorkflowError } from '../../../src/service/reports/steps/fail-report.ts';

const report = { account_id: 'acc', dataset_id: 'default', request: { dataset_id: 'default' } };
const SHARDS = Array.from({ length: 16 }, (_, shard) => shard);

function plan(lines: number, thresholdLines: number, params: ReportItem['request']['params'] = {}) {
  const counters = {
    mostOfDataset: async ({ datasetId }: DatasetRef) => (datasetId === 'default' ? lines : Number.NaN),
  };
  return createPlanPartitions({ counters, thresholdLines, linesPerPartition: 1_000 })({
    ...report,
    request: { ...report.request, params },
  });
}

describe('the plan', () => {
  it('chooses one function up to the threshold, and partitions above it', async () => {
    expect(await plan(10_000, 10_000)).toBeUndefined();
    expect(await plan(10_001, 10_000)).toEqual({ parts: 11, shards: SHARDS });
  });

  it('chooses partitions for all reports with a threshold of 0, even if nothing is stored', async () => {
    expect(await plan(0, 0)).toEqual({ parts: 1, shards: SHARDS });
  });

  it('collects what shows which customers are one person first, if the report has identity rules', async () => {
    const collected = SHARDS.map((shard) => ({ shard, persons: 'collect' }));
    expect(await plan(10_001, 10_000, { identity: { email: {} } })).toEqual({ parts: 11, shards: collected });
    expect(await plan(10_001, 10_000, { identity: 'none' })).toEqual({ parts: 11, shards: SHARDS });
  });
});

describe('the reason of a report that failed', () => {
  it.each([
    ['Sandbox.Timedout', 'extract', 'took longer than allowed while its orders were read (step extract). '],
    ['Runtime.ExitError', 'join', 'more memory than allowed while its partitions were joined (step join). '],
    ['PartitionFileError', 'pass', 'missing or damaged while its partitions were computed (step pass). '],
    ['TypeError', 'pass', 'unexpected error while its partitions were computed (step pass). '],
  ] as const)('names the step of %s in %s', (error, step, expected) => {
    expect(asText([explainWorkflowError({ Error: error }, step)])).toContain(expected);
  });

  it('names no step if one function computes the report', () => {
    expect(asText([explainWorkflowError({ Error: 'TypeError' })])).toContain(
      'because of an unexpected error. Request',
    );
  });
});
