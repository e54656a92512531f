// A report requested while imports of its dataset are in progress names them, or waits for them.
import { ulid } from 'ulid';
import { beforeAll, expect, it } from 'vitest';
import { createImportStore } from '../../../src/stores/imports/imports.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
let table: string;
beforeAll(() => {
  if (DEPLOYED) return;
  table = target.local.cloud.outputs.ServiceTable ?? '';
});

interface Report {
  readonly status: string;
  readonly progress?: object;
  readonly notes?: readonly string[];
}

async function account(concurrentReports = 2) {
  const { accountId, apiKey } = await target.local.newAccount('max', {
    requestsPerMinute: 1_000_000,
    concurrentReports,
  });
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const imports = createImportStore(target.local.db, table);
  const read = async (reportId: string): Promise<Report> => {
    const response = await fetch(`${target.baseUrl}/reports/${reportId}`, { headers });
    return JSON.parse(await response.text());
  };
  return {
    /** An import that nobody applies until it is ended here. */
    async hold(datasetId = 'default', acceptedAt = Date.now() - 5) {
      const at = new Date(acceptedAt).toISOString();
      const importId = ulid(acceptedAt);
      const item = {
        account_id: accountId,
        import_id: importId,
        dataset_id: datasetId,
        created_at: at,
        chunk_rows: [1],
        queued_at: at,
      };
      await imports.create(item);
      const outcome = {
        rows: { inserted: 1, updated: 0, failed: 0 },
        warning: [],
        failReason: [],
        errors: [],
      };
      return { importId, end: () => imports.complete(item, outcome, at) };
    },
    async ask(members: object = {}): Promise<string> {
      const body = JSON.stringify({ template: 'standard_rfm', ...members });
      const response = await fetch(`${target.baseUrl}/reports`, { method: 'POST', headers, body });
      expect(response.status).toBe(202);
      const started: { report_id: string } = JSON.parse(await response.text());
      return started.report_id;
    },
    read,
    async finished(reportId: string): Promise<Report> {
      await expect.poll(async () => (await read(reportId)).status).toMatch(/^Completed/);
      return read(reportId);
    },
  };
}

const aboutImports = ({ notes = [] }: Report) => notes.filter((note) => note.includes('import'));

it.skipIf(DEPLOYED)(
  'names the imports of its dataset that were accepted before the report and are in progress, and no others',
  async () => {
    const merchant = await account();
    const held = await merchant.hold();
    await merchant.hold('another');
    await (await merchant.hold()).end();
    await merchant.hold('default', Date.now() + 60_000);
    await (await account()).hold();
    expect(aboutImports(await merchant.finished(await merchant.ask()))).toEqual([
      `1 import of this dataset was in progress when the report was generated: ${held.importId}. Some of its orders may be missing. A report requested with wait_for_imports: true starts when such imports have ended.`,
    ]);
  },
);

it.skipIf(DEPLOYED)(
  'waits with wait_for_imports until the imports have ended, and lets other reports pass',
  async () => {
    const merchant = await account(1);
    const [first, second] = [await merchant.hold(), await merchant.hold()];
    const waiting = await merchant.ask({ wait_for_imports: true });
    const meanwhile = await merchant.finished(await merchant.ask());
    expect(aboutImports(meanwhile)).toHaveLength(1);
    await first.end();
    // Longer than it pauses at first.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await merchant.read(waiting)).toEqual({
      status: 'Processing',
      state: 'processing',
      progress: { phase: 'queued', fraction: 0 },
    });
    await second.end();
    expect(aboutImports(await merchant.finished(waiting))).toEqual([]);
  },
);
