// Sabotage for each drill of the report workflow: one fault, and the words of the expected violation.

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { recommendationsKey } from '../../../src/stores/tables/service-table.ts';
import { TABLES } from '../ingest/engines.ts';
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
];
