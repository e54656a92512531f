// Which work the reconciler looks at, and what it does when some of it fails.
import { SFNClient } from '@aws-sdk/client-sfn';
import { afterEach, expect, it, vi } from 'vitest';
import { reconcile } from '../../src/operations/reconcile.ts';
import { createErasureWorkflow } from '../../src/stores/erasure-workflow.ts';
import { createErasureStore } from '../../src/stores/erasures.ts';
import { createReportWorkflow } from '../../src/stores/report-workflow.ts';
import { createReportStore } from '../../src/stores/reports.ts';
import { importInMemory, NO_DATABASE } from '../ingest/stores-in-memory.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const sfn = new SFNClient({ region: 'us-east-1' });

afterEach(() => {
  vi.restoreAllMocks();
});

function run(reportIds: readonly string[] = []) {
  const asked: Record<string, string> = {};
  const looked: string[] = [];
  const done = reconcile({
    imports: importInMemory(undefined).imports,
    reports: {
      ...createReportStore(NO_DATABASE, ''),
      async get({ reportId }) {
        looked.push(reportId);
        if (reportId === 'broken') throw new Error('unreadable');
        return undefined;
      },
    },
    workflow: createReportWorkflow(sfn, ''),
    erasures: createErasureStore(NO_DATABASE, ''),
    erasureWorkflow: createErasureWorkflow(sfn, ''),
    unfinished: {
      async olderThan(kind, before) {
        asked[kind] = before;
        return kind === 'report' ? reportIds.map((id) => ({ accountId: 'acc', id })) : [];
      },
    },
    clock: () => NOW,
  });
  return { asked, looked, done };
}

it('looks at imports that are older than two minutes, reports and erasures that are older than one', async () => {
  const { asked, done } = run();
  await done;
  expect(asked).toEqual({
    import: '2026-03-01T11:58:00.000Z',
    report: '2026-03-01T11:59:00.000Z',
    erasure: '2026-03-01T11:59:00.000Z',
  });
});

it('goes on after an item that fails, and fails in the end', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { looked, done } = run(['broken', 'next']);
  await expect(done).rejects.toThrow('1 could not be reconciled');
  expect(looked).toEqual(['broken', 'next']);
});
