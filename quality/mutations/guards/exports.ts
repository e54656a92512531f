// Guards of exports.
import { lifted, type Mutation, mutationsOf } from '../mutation.ts';

const STORE_TEST = ['test/stores/tables/exports.test.ts'];

export const EXPORTS: readonly Mutation[] = [
  ...mutationsOf('src/erasure/erase-exports.ts', [], {
    'exports-without-the-customer': {
      guard: 'An erasure keeps files that were written without its customer.',
      text: 'erasureId > erased_until',
      becomes: 'erasureId >= erased_until',
      noticedBy: ['test/exporting/erase-exports.test.ts'],
    },
  }),
  ...mutationsOf('src/stores/exports/exports.ts', STORE_TEST, {
    'export-slot-held': {
      guard: 'An export holds its slot for as long as its workflow may run.',
      text: 'LONGEST_RUN_MS = 75 * 60_000',
      becomes: 'LONGEST_RUN_MS = 60 * 60_000',
    },
    'export-kept': {
      guard: 'The item of an export outlives its file.',
      text: 'DAY_MS = 86_400_000',
      becomes: 'DAY_MS = 86_400',
    },
    'export-ended-once': {
      guard: 'An export that has ended, or was erased, is not ended again.',
      ...lifted('#status = :processing'),
    },
    'export-slot-freed-in-time': {
      guard: 'The slot of an export that died is free when its workflow can no longer run.',
      text: 'decodeTime(id) > now - LONGEST_RUN_MS',
      becomes: 'decodeTime(id) > 0',
    },
    'export-slots': {
      guard: 'An account has no more exports in progress than it may.',
      text: 'live.length >= most',
      becomes: 'live.length > most',
    },
    'export-created-once': {
      guard: 'An export is created once.',
      ...lifted('attribute_not_exists(pk)'),
    },
    'export-slots-as-read': {
      guard: 'Of exports that are requested at the same time, no more than there are slots begin.',
      text: "'attribute_not_exists(running)' : 'running = :seen'",
      becomes: "'attribute_not_exists(never_set)' : 'attribute_not_exists(never_set) OR running = :seen'",
    },
    'export-running': {
      guard: 'An export is taken for running only as long as its workflow may run.',
      text: 'decodeTime(export_id) > now - LONGEST_RUN_MS',
      becomes: 'decodeTime(export_id) > 0',
    },
  }),
];
