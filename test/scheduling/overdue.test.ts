import { expect, it } from 'vitest';
import { countOverdue } from '../../src/scheduling/overdue.ts';

it('counts the schedules that were due an hour ago', async () => {
  const due = ['2026-11-22T10:59:59.999Z', '2026-11-22T11:00:00.000Z', '2026-11-22T11:59:00.000Z'];
  const unfinished = {
    olderThan: async (kind: string, before: string) =>
      due
        .filter((time) => kind === 'schedule' && time < before)
        .map((id) => ({ accountId: 'acc', id, since: id })),
  };
  expect(await countOverdue(unfinished, Date.parse('2026-11-22T12:00:00.000Z'))).toBe(1);
});
