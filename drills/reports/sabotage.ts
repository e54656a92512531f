// For each drill of the report workflow one fault, and the words by which the drill must complain of it.
import { type Sabotage, withStores } from '../ingest/sabotage.ts';

export const REPORT_SABOTAGES: readonly Sabotage[] = [
  {
    drill: 'report-crash',
    what: 'who was not told is forgotten',
    complaint: /0 events|something left to do/,
    spoil: (engines) =>
      withStores(engines, ({ reports }) => ({ reports: { ...reports, takeRun: async () => undefined } })),
  },
  {
    drill: 'report-twice',
    what: 'a late worker replaces the body of a finished report',
    complaint: /different ends|its body says/,
    spoil: (engines) => ({
      ...engines,
      createBodies(bucket) {
        const bodies = engines.createBodies(bucket);
        return {
          ...bodies,
          async putOnce(...body) {
            await bodies.put(...body);
            return true;
          },
        };
      },
    }),
  },
  {
    drill: 'report-stopped',
    what: 'a report that failed is not given back to its month',
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
    drill: 'reconciler-killed',
    what: 'an item that nobody can read hides what is behind it',
    complaint: /does not end|something left to do/,
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
];
