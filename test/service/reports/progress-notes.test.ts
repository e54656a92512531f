// Tests how often a report notes its progress.
import { expect, it, vi } from 'vitest';
import type { ReportProgress } from '../../../src/contract/resources/reports/progress.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { createProgressNotes } from '../../../src/service/reports/steps/progress-notes.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';

const report: ReportItem = createReportItem({
  report_id: 'r1',
  report_type: 'MBA',
  at: '2026-01-01T00:00:00.000Z',
});

function createNotes(noteProgress: (key: unknown, progress: ReportProgress) => Promise<void>) {
  const time = { now: 0 };
  const notes = createProgressNotes({ noteProgress }, report, () => time.now);
  return { time, notes };
}

it('writes a single progress note for a quick report, when its computation begins', async () => {
  const noteProgress = vi.fn(async (_key: unknown, _progress: ReportProgress) => {});
  const { notes, time } = createNotes(noteProgress);
  for (let shard = 1; shard <= 16; shard++) {
    time.now += 50;
    notes.reading(shard / 16);
  }
  await notes.computing();
  expect(noteProgress.mock.calls).toEqual([[expect.anything(), { phase: 'computing', fraction: 0.6 }]]);
});

it('writes progress notes of a slow report once a second, in order, and never backwards', async () => {
  const seen: ReportProgress[] = [];
  // Writing the first note ends after all others were made.
  const { promise: areMade, resolve: release } = Promise.withResolvers<void>();
  const { notes, time } = createNotes(async (_key, progress) => {
    await areMade;
    seen.push(progress);
  });
  for (let shard = 1; shard <= 16; shard++) {
    time.now += 500;
    notes.reading(shard / 16);
  }
  // This note is written although the last one has just been made.
  const computing = notes.computing();
  release();
  await computing;
  expect(seen).toHaveLength(9);
  expect(seen.map(({ fraction }) => fraction)).toEqual(seen.map(({ fraction }) => fraction).sort());
  expect(seen[0]).toEqual({ phase: 'reading', fraction: 0.075 });
  expect(seen.at(-1)).toEqual({ phase: 'computing', fraction: 0.6 });
});

it('continues if a progress note cannot be written', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { notes, time } = createNotes(() => Promise.reject(new Error('throttled')));
  time.now = 2_000;
  notes.reading(0.5);
  await expect(notes.computing()).resolves.toBeUndefined();
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
});
