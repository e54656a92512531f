// Tests the turns of an account's reports on a real table: how many are generated at once, and in which order.
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import type { ReportItem } from '../../../../src/service/reports/report-item.ts';
import { createReportSlots } from '../../../../src/service/reports/report-slots.ts';
import { awaitTurn } from '../../../../src/service/reports/steps/await-turn.ts';
import { createReportItem } from '../../../../tools/harness/report-item.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();

function createAccount(limit: number) {
  const accountId = ulid();
  const slots = createReportSlots(stage.db, TABLES.service);
  const ended = new Map<string, ReportItem>();
  const reports = {
    get: async ({ reportId }: { readonly reportId: string }) =>
      ended.get(reportId) ?? createReportItem({ report_id: reportId }),
  };
  return {
    slots: { read: () => slots.read(accountId), free: (id: string) => slots.free(accountId, [id]) },
    /** Marks a report as ended without a call that frees its slot. */
    end: (id: string) => void ended.set(id, createReportItem({ report_id: id, status: 'Completed' })),
    /** Returns the place of a report in the queue; 0 when it has its turn. */
    async take(id: string): Promise<number> {
      const turn = await awaitTurn(
        { reports, slots, clock: () => 0 },
        { accountId, reportId: id },
        limit,
        undefined,
      );
      return turn?.place ?? 0;
    },
  };
}

it('generates as many reports at once as the account may, and gives free slots in the order of requests', async () => {
  const { slots, take } = createAccount(2);
  expect([await take('1'), await take('2'), await take('4'), await take('3')]).toEqual([0, 0, 1, 1]);
  expect(await slots.read()).toEqual({ computing: ['1', '2'], waiting: ['3', '4'] });
  await slots.free('1');
  expect([await take('4'), await take('3'), await take('4')]).toEqual([2, 0, 1]);
  await slots.free('2');
  expect(await take('4')).toBe(0);
  expect(await slots.read()).toEqual({ computing: ['3', '4'], waiting: [] });
});

it('keeps the turn of a report that asks again', async () => {
  const { slots, take } = createAccount(1);
  expect([await take('1'), await take('1'), await take('2'), await take('2')]).toEqual([0, 0, 1, 1]);
  expect(await slots.read()).toEqual({ computing: ['1'], waiting: ['2'] });
});

it('frees the slots and places of reports that ended without freeing them', async () => {
  const { slots, take, end } = createAccount(1);
  expect([await take('1'), await take('2'), await take('3')]).toEqual([0, 1, 2]);
  end('1');
  end('2');
  expect(await take('3')).toBe(0);
  expect(await slots.read()).toEqual({ computing: ['3'], waiting: [] });
});

it('gives one of two reports that ask at the same moment the only slot', async () => {
  const { slots, take } = createAccount(1);
  const places = await Promise.all(['1', '2', '3', '4'].map(take));
  expect(places.filter((place) => place === 0)).toHaveLength(1);
  const { computing, waiting } = await slots.read();
  expect([computing.length, waiting.length]).toEqual([1, 3]);
});
