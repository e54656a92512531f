// Imports that follow each other closely, as those of one file do, together: a file is sent in many requests.
import type { ImportJob } from '../../client/src/index.ts';

export interface ImportRun {
  readonly key: string;
  readonly dataset: string;
  /** When the first was accepted. */
  readonly began: string;
  readonly status: ImportJob['status'];
  readonly requests: number;
  readonly inserted: number;
  readonly updated: number;
  readonly failed: number;
}

/** Between two requests of one file. */
const GAP_MS = 60_000;
/** The first of these that a run has is its status. */
const STATUSES: readonly ImportJob['status'][] = ['failed', 'processing', 'pending', 'completed'];

/** `imports`: newest first, as the runs are. */
export function runsOf(imports: readonly ImportJob[]): ImportRun[] {
  const groups: ImportJob[][] = [];
  for (const job of imports) {
    const group = groups.at(-1);
    const later = group?.at(-1);
    const isNext =
      later?.dataset_id === job.dataset_id &&
      Date.parse(later.created_at) - Date.parse(job.created_at) <= GAP_MS;
    if (group !== undefined && isNext) group.push(job);
    else groups.push([job]);
  }
  return groups.map(runOf);
}

function runOf(jobs: readonly ImportJob[]): ImportRun {
  const [newest] = jobs;
  const first = jobs.at(-1);
  if (newest === undefined || first === undefined) throw new Error('a run has an import');
  const sum = (of: (rows: ImportJob['rows']) => number): number =>
    jobs.reduce((total, { rows }) => total + of(rows), 0);
  return {
    key: newest.import_id,
    dataset: newest.dataset_id,
    began: first.created_at,
    status: STATUSES.find((status) => jobs.some((job) => job.status === status)) ?? newest.status,
    requests: jobs.length,
    inserted: sum(({ inserted }) => inserted),
    updated: sum(({ updated }) => updated),
    failed: sum(({ failed }) => failed),
  };
}
