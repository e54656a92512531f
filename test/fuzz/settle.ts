// After the fire: whatever the API accepted has ended, none of it in a failure, and every report can be read.
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { createClient } from '../../quality/harness/client.ts';
import { listErasuresResponse } from '../../src/contract/resources/erasures.ts';
import { type importJob, listImportsResponse } from '../../src/contract/resources/orders/orders.ts';
import {
  listReportsResponse,
  type reportSummary,
} from '../../src/contract/resources/reports/report-responses.ts';

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

const ENDED = ['completed', 'failed', 'Completed', 'Completed with warnings', 'Failed'];
const PATIENCE_MS = 180_000;

interface Settled {
  readonly reports: number;
  readonly problems: readonly string[];
}

export async function settle(baseUrl: string, keys: readonly string[]): Promise<Settled> {
  const all = await Promise.all(keys.map((key) => settleAccount(baseUrl, key)));
  return {
    reports: all.reduce((sum, { reports }) => sum + reports, 0),
    problems: all.flatMap(({ problems }) => problems),
  };
}

async function settleAccount(baseUrl: string, key: string): Promise<Settled> {
  const client = createClient(baseUrl, key);
  const problems: string[] = [];

  async function list<T>(path: string, read: (body: unknown) => Page<T>): Promise<T[]> {
    const found: T[] = [];
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? '' : `&cursor=${cursor}`;
      const { items, next } = read((await client.get(`${path}?limit=100${query}`)).body);
      found.push(...items);
      cursor = next;
    } while (cursor !== undefined);
    return found;
  }

  /** Lists again until all have ended. What still hasn't after a long while is a problem each. */
  async function ended<T extends { readonly status: string }>(
    path: string,
    read: (body: unknown) => Page<T>,
  ): Promise<T[]> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await list(path, read);
      const running = found.filter(({ status }) => !ENDED.includes(status));
      if (running.length === 0) return found;
      if (Date.now() > deadline) {
        problems.push(...running.map((item) => `${path} has not ended: ${JSON.stringify(item)}`));
        return found;
      }
      await sleep(500);
    }
  }

  const imports = await ended('/data/orders', (body) => {
    const page = v.parse(listImportsResponse, body);
    return { items: page.imports, next: page.next_cursor };
  });
  const reports = await ended('/reports', (body) => {
    const page = v.parse(listReportsResponse, body);
    return { items: page.reports, next: page.next_cursor };
  });
  await ended('/erasures', (body) => {
    const page = v.parse(listErasuresResponse, body);
    return { items: page.erasures, next: page.next_cursor };
  });
  problems.push(...imports.flatMap(problemOfImport), ...reports.flatMap(problemOfReport));
  // The client holds every answer against the documented schema.
  for (const { report_id } of reports) {
    await client
      .get(`/reports/${report_id}`)
      .catch((error: unknown) => problems.push(`${report_id}: ${error}`));
  }
  return { reports: reports.length, problems };
}

function problemOfImport(job: v.InferOutput<typeof importJob>): string[] {
  const { import_id, status, rows, fail_reason } = job;
  const { total, inserted, updated, failed } = rows;
  const counted = inserted + updated + failed === total;
  // One of the accounts may store little, what is on its way may be erased, and a row may be no row.
  const isExpected = /storage cap|were erased|No row could be stored/.test(fail_reason ?? '');
  if (counted && (status === 'completed' || isExpected)) return [];
  return [`import ${import_id} ${status}, ${JSON.stringify(rows)}: ${fail_reason}`];
}

function problemOfReport({ report_id, status, fail_reason }: v.InferOutput<typeof reportSummary>): string[] {
  return status === 'Failed' ? [`report ${report_id} failed: ${fail_reason}`] : [];
}
