// Guards of quality/supply-chain: what was not checked never passes.
import { type Mutation, mutationsOf } from '../mutation.ts';

const ADVISORIES = ['test/quality/supply-chain/advisories.test.ts'];

export const SUPPLY_CHAIN: readonly Mutation[] = [
  ...mutationsOf('quality/supply-chain/osv.ts', ADVISORIES, {
    'advisories-withdrawn': {
      guard: 'An advisory that was withdrawn affects nothing.',
      text: 'if (one.withdrawn !== undefined) continue;',
      becomes: '',
    },
    'advisories-of-npm': {
      guard: 'The database of another ecosystem is no check.',
      text: "if (!one.affected.some(({ package: named }) => named?.ecosystem === 'npm')) continue;",
      becomes: '',
    },
    'advisories-fixed': {
      guard: 'A version with the fix is not affected.',
      text: 'order(version, fixed) < 0',
      becomes: 'order(version, fixed) <= 0',
    },
    'advisories-last-affected': {
      guard: 'The last affected version is affected.',
      text: 'order(version, last) <= 0',
      becomes: 'order(version, last) < 0',
    },
    'advisories-in-order': {
      guard: 'Events of a range count in the order of their versions.',
      text: 'events.toSorted(byVersion)',
      becomes: 'events',
    },
  }),
  ...mutationsOf('quality/supply-chain/advisories.ts', ADVISORIES, {
    'advisories-empty': {
      guard: 'A database without advisories is no check.',
      text: 'if (advisories === 0)',
      becomes: 'if (false)',
    },
    'advisories-current': {
      guard: 'A database that has not changed for a week is no check.',
      text: 'if (days > MOST_DAYS_OLD)',
      becomes: 'if (false)',
    },
    'advisories-downloaded': {
      guard: 'What an address responds with an error is not the database.',
      text: 'if (!ok || body === null)',
      becomes: 'if (body === null)',
    },
    'advisories-malware': {
      guard: 'Malware fails the check also where only development installs it.',
      text: "if (severity === 'malware') return false;",
      becomes: '',
    },
  }),
];
