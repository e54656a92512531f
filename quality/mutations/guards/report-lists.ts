// Guards of src/report-lists.
import { type Mutation, mutationsOf } from '../mutation.ts';

const PAGE_TEST = ['test/report-lists/customer-page.test.ts'];

export const REPORT_LISTS: readonly Mutation[] = [
  ...mutationsOf('src/report-lists/column-cache.ts', [], {
    'columns-kept': {
      guard: 'An instance keeps columns up to its limit.',
      text: 'bytes > maxBytes',
      becomes: 'bytes > 2 * maxBytes',
      noticedBy: ['test/report-lists/column-cache.test.ts'],
    },
    'columns-of-a-version': {
      guard: 'Columns of a list that was replaced are not used again.',
      text: 'found?.version === version ?',
      becomes: 'found !== undefined ?',
      noticedBy: PAGE_TEST,
    },
  }),
  ...mutationsOf('src/report-lists/customer-page.ts', PAGE_TEST, {
    'page-has-next': {
      guard: 'The last page of a list has no cursor.',
      text: 'shown.length > query.limit',
      becomes: 'shown.length >= query.limit',
    },
    'erased-list-hidden': {
      guard: 'A list of a dataset that is being erased is not shown.',
      text: 'if (unseen.everybody)',
      becomes: 'if (false)',
    },
  }),
  ...mutationsOf('src/report-lists/customer-query.ts', PAGE_TEST, {
    'products-that-are-not-kept': {
      guard:
        'A list that does not say what its customers bought is refused, instead of answering that nobody bought it.',
      text: 'filter.products === undefined || knowsPurchases(list, filter)',
      becomes: 'true',
    },
    'range-in-order': {
      guard: 'A range whose end is below its beginning is refused, and one of a single value is not.',
      text: 'max < min',
      becomes: 'max <= min',
    },
    'both-scores': {
      guard: 'A customer of a cell has its R and its FM.',
      text: '(fm_score === undefined || fm_score.includes(fmScore(f, m)))',
      becomes: 'true',
    },
  }),
  ...mutationsOf('src/report-lists/hidden-customers.ts', [], {
    'erasures-remembered': {
      guard: 'An instance remembers the erasures of a thousand datasets.',
      text: 'if (allEndedAt.size >= MAX_REMEMBERED) allEndedAt.clear();',
      becomes: '',
      survives:
        'It bounds the memory of an instance that reads the lists of more than a thousand datasets, and no answer.',
    },
    'erasures-in-progress': {
      guard: 'Customers are hidden from the moment that their erasure is accepted.',
      text: 'allEndedAt.get(dataset) === latest',
      becomes: 'allEndedAt.has(dataset)',
      noticedBy: PAGE_TEST,
    },
  }),
  ...mutationsOf('src/report-lists/open-list.ts', ['test/report-lists/open-list.test.ts'], {
    'long-head': {
      guard: 'A head that is longer than the first read is read as a whole.',
      text: 'length > start.length',
      becomes: 'length > 2 * start.length',
    },
    'columns-in-first-read': {
      guard: 'Columns that the first read contains are not read again.',
      text: 'to <= start.length',
      becomes: 'to <= 0',
    },
    'columns-after-first-read': {
      guard: 'Columns beyond the first read are read.',
      text: 'start !== undefined && to <= start.length',
      becomes: 'start !== undefined',
    },
    'column-in-range': {
      guard: 'A column is found in a range that begins before it.',
      text: 'column.offset - from',
      becomes: '0',
      noticedBy: PAGE_TEST,
    },
    'gap-between-columns': {
      guard: 'Columns that lie apart are read apart.',
      text: 'column.offset - (last.offset + last.bytes) <= MAX_GAP',
      becomes: 'column.offset - last.offset >= 0',
    },
  }),
];
