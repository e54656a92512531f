// Sabotage for each drill of the report workflow: one fault, and the words of the expected violation.

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ProductEvidence } from '../../../src/core/recommendations/evidence.ts';
import { transact } from '../../../src/stores/aws/transact.ts';
import type { ExportFiles } from '../../../src/stores/exports/export-files.ts';
import { recommendationsKey } from '../../../src/stores/tables/service-table.ts';
import { type Engines, TABLES } from '../ingest/engines.ts';
import { type Sabotage, withFiles, withStores } from '../ingest/sabotage.ts';

export const REPORT_SABOTAGES: readonly Sabotage[] = [
  {
    drill: 'report-crash',
    what: 'an undelivered webhook is dropped',
    complaint: /0 events|work is left to do/,
    seed: 7,
    spoil: (engines) =>
      withStores(engines, ({ reports }) => ({ reports: { ...reports, takeRun: async () => undefined } })),
  },
  {
    drill: 'report-twice',
    what: 'a late worker replaces the body of a finished report',
    complaint: /different ends|its body says/,
    spoil: (engines) =>
      withFiles(engines, ({ bodies }) => ({
        bodies: {
          ...bodies,
          async putOnce(...body) {
            await bodies.put(...body);
            return true;
          },
        },
      })),
  },
  {
    drill: 'report-stopped',
    what: 'a failed report still counts in its month',
    complaint: /count in the month/,
    spoil: (engines) =>
      withStores(engines, ({ reports }) => ({
        reports: {
          ...reports,
          fail: (item, ...reason) => reports.fail({ ...item, usage_month: 'another' }, ...reason),
        },
      })),
  },
  {
    drill: 'report-queue',
    what: 'a report overtakes those that were requested before it',
    complaint: /older ones wait/,
    spoil: (engines) =>
      withStores(engines, ({ slots }) => ({
        slots: {
          ...slots,
          async line(key) {
            const found = await slots.line(key);
            return found && { ...found, waiting: [key.reportId] };
          },
          occupy: async (key) => slots.occupy(key, await slots.read(key.accountId)),
        },
      })),
  },
  {
    drill: 'report-partitions',
    what: 'the files of a report are left where they are',
    complaint: /files are left/,
    seed: 4,
    spoil: (engines) =>
      withFiles(engines, ({ partitionFiles }) => ({
        partitionFiles: { ...partitionFiles, removeAll: async () => {} },
      })),
  },
  {
    drill: 'report-partitions',
    what: 'every block of pairs that a partition receives is the first one that was sent',
    complaint: /recommendations are others/,
    seed: 36,
    spoil: (engines) =>
      withFiles(engines, ({ partitionFiles: files }) => ({
        partitionFiles: {
          ...files,
          get: (report, path, range) => files.get(report, path, path.includes('/sent-') ? undefined : range),
        },
      })),
  },
  {
    drill: 'report-partitions',
    what: 'it is not noted which reports have files that an erasure must delete',
    complaint: /files are left|not computed in partitions/,
    spoil: (engines) =>
      withStores(engines, ({ reports }) => ({ reports: { ...reports, notePartitions: async () => {} } })),
  },
  {
    drill: 'schedules',
    what: 'two ticks may both run a schedule',
    complaint: /reports, where/,
    seed: 4,
    spoil: (engines) =>
      withStores(engines, ({ schedules }) => ({
        schedules: {
          ...schedules,
          replacing(item) {
            const { Put } = schedules.replacing(item);
            if (Put === undefined) throw new Error('expected a put');
            const { ConditionExpression: _, ExpressionAttributeValues: __, ...unconditional } = Put;
            return { Put: unconditional };
          },
        },
      })),
  },
  {
    drill: 'schedules',
    what: 'a schedule is moved before its report is stored',
    complaint: /reports, where/,
    seed: 3,
    spoil: (engines) =>
      withStores(engines, ({ reports, db }) => ({
        reports: {
          ...reports,
          async create(item, limit, claim) {
            if (claim !== undefined) await transact(db, { claim: [claim] });
            await reports.create(item, limit);
          },
        },
      })),
  },
  {
    drill: 'reconciler-killed',
    what: 'an unreadable item hides the items behind it',
    complaint: /does not complete|work is left to do/,
    seed: 2,
    spoil: (engines) =>
      withStores(engines, ({ unfinished }) => ({
        unfinished: {
          async olderThan(...query) {
            const found = await unfinished.olderThan(...query);
            const unreadable = found.findIndex(({ accountId }) => accountId.endsWith('-unreadable'));
            return unreadable === -1 ? found : found.slice(0, unreadable);
          },
        },
      })),
  },
  {
    drill: 'recommendations-served',
    what: 'a version is served that has been removed',
    complaint: /a request failed|a request for/,
    seed: 5,
    spoil: (engines) =>
      withStores(engines, ({ db, recommendations }) => ({
        recommendations: {
          ...recommendations,
          async activate({ accountId, datasetId, reportId }) {
            const Item = { ...recommendationsKey(accountId, datasetId), active: reportId, newest: reportId };
            await db.send(new PutCommand({ TableName: TABLES.service, Item }));
          },
        },
      })),
  },
  {
    drill: 'recommendations-served',
    what: 'a version holds a product of another one',
    complaint: /mixed versions/,
    spoil(engines) {
      let former: ProductEvidence | undefined;
      return withStores(engines, ({ recommendations }) => ({
        recommendations: {
          ...recommendations,
          write: (ref, evidence) =>
            recommendations.write(ref, {
              ...evidence,
              *products() {
                const [first, ...others] = evidence.products();
                if (first === undefined) return;
                yield former ?? first;
                yield* others;
                former = first;
              },
            }),
        },
      }));
    },
  },
  {
    drill: 'exports',
    what: 'all runs of an export write the same file',
    complaint: /names the erased customer/,
    seed: 17,
    spoil: (engines) =>
      withExportFiles(
        withStores(engines, ({ exports }) => ({
          exports: {
            ...exports,
            complete: (item, written, at) => exports.complete(item, { ...written, run: 'file' }, at),
          },
        })),
        (files) => ({ ...files, put: (item, _, pieces) => files.put(item, 'file', pieces) }),
      ),
  },
  {
    drill: 'exports',
    what: 'the files of runs that came to nothing are kept',
    complaint: /is of no export/,
    spoil: (engines) => withExportFiles(engines, (files) => ({ ...files, keepOnly: async () => {} })),
  },
  {
    drill: 'exports',
    what: 'an erasure does not wait for exports in progress',
    complaint: /names the erased customer/,
    seed: 3,
    spoil: (engines) =>
      withStores(engines, ({ exports }) => ({
        exports: {
          ...exports,
          async list(...report) {
            const found = await exports.list(...report);
            return found.filter(({ status }) => status !== 'Processing');
          },
        },
      })),
  },
  {
    drill: 'exports',
    what: 'every file is taken for one that knows of all erasures',
    complaint: /names the erased customer/,
    spoil: (engines) =>
      withStores(engines, ({ exports }) => ({
        exports: {
          ...exports,
          complete: (item, written, at) =>
            exports.complete(item, { ...written, erasedUntil: '7ZZZZZZZZZZZZZZZZZZZZZZZZZ' }, at),
        },
      })),
  },
  {
    drill: 'exports',
    what: 'nobody looks at exports that were stopped',
    complaint: /does not complete|has not ended/,
    seed: 5,
    spoil: (engines) =>
      withStores(engines, ({ unfinished }) => ({
        unfinished: {
          olderThan: async (kind, before) => (kind === 'export' ? [] : unfinished.olderThan(kind, before)),
        },
      })),
  },
  {
    drill: 'exports',
    what: 'an export is completed before its file is written',
    complaint: /is complete without its file/,
    spoil: (engines) => withExportFiles(engines, (files) => ({ ...files, put: async () => 0 })),
  },
];

function withExportFiles(engines: Engines, spoilt: (files: ExportFiles) => ExportFiles): Engines {
  return withFiles(engines, ({ exportFiles }) => ({ exportFiles: spoilt(exportFiles) }));
}
