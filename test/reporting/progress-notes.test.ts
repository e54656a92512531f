import { expect, it, vi } from 'vitest';
import { reportItem } from '../../quality/harness/report-item.ts';
import type { ReportProgress } from '../../src/contract/resources/reports/progress.ts';
import { createProgressNotes } from '../../src/reporting/steps/progress-notes.ts';
import type { ReportItem } from '../../src/stores/reports/report-item.ts';

const report: ReportItem = reportItem({
  report_id: 'r1',
  report_type: 'MBA',
  at: '2026-01-01T00:00:00.000Z',
});

/** `late`: what another thread was asked to send, and whether it was taken back. */
function noting(noteProgress: (key: unknown, progress: ReportProgress) => Promise<void>) {
  const time = { now: 0 };
  const late: { body: string; ms: number; isTakenBack: boolean }[] = [];
  const notes = createProgressNotes(
    {
      reports: {
        noteProgress,
        signedProgress: async (_key, progress) => ({ url: '', headers: {}, body: JSON.stringify(progress) }),
      },
      sendLater({ body }, ms) {
        const sent = { body, ms, isTakenBack: false };
        late.push(sent);
        return () => {
          sent.isTakenBack = true;
        };
      },
      clock: () => time.now,
    },
    report,
  );
  return { time, notes, late };
}

it('writes no progress notes for a quick report', async () => {
  const noteProgress = vi.fn(async () => {});
  const { notes, time, late } = noting(noteProgress);
  for (let shard = 1; shard <= 16; shard++) {
    time.now += 50;
    notes.reading(shard / 16);
  }
  const end = await notes.computing();
  end();
  expect(noteProgress).not.toHaveBeenCalled();
  expect(late).toMatchObject([{ isTakenBack: true }]);
});

it('leaves it to another thread to note that a report which was read quickly is computed for a second', async () => {
  const { notes, late } = noting(async () => {});
  await notes.computing();
  const body = JSON.stringify({ phase: 'computing', fraction: 0.6 });
  expect(late).toEqual([{ body, ms: 1_000, isTakenBack: false }]);
});

it('writes progress notes of a slow report once a second, in order, and never backwards', async () => {
  const seen: ReportProgress[] = [];
  let first = true;
  const { notes, time, late } = noting(async (_key, progress) => {
    // The first note takes the longest to be written.
    if (first) await new Promise((resolve) => setTimeout(resolve, 20));
    first = false;
    seen.push(progress);
  });
  for (let shard = 1; shard <= 16; shard++) {
    time.now += 500;
    notes.reading(shard / 16);
  }
  // Although the last note is of this moment.
  await notes.computing();
  expect(seen).toHaveLength(9);
  expect(seen.map(({ fraction }) => fraction)).toEqual(seen.map(({ fraction }) => fraction).sort());
  expect(seen[0]).toEqual({ phase: 'reading', fraction: 0.075 });
  expect(seen.at(-1)).toEqual({ phase: 'computing', fraction: 0.6 });
  expect(late).toEqual([]);
});

it('continues if a progress note cannot be written, or not be signed', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const fails = () => Promise.reject(new Error('throttled'));
  const { notes, time } = noting(fails);
  time.now = 2_000;
  notes.reading(0.5);
  (await notes.computing())();
  expect(warn).toHaveBeenCalledTimes(2);
  const reports = { noteProgress: fails, signedProgress: fails };
  const unsigned = createProgressNotes({ reports, sendLater: () => expect.fail(), clock: () => 0 }, report);
  (await unsigned.computing())();
  expect(warn).toHaveBeenCalledTimes(3);
  warn.mockRestore();
});
