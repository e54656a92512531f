// Guards of the rate windows and of the budgets of publishable keys.
import { type Mutation, mutationsOf } from '../mutation.ts';

const LIMITS = ['test/quality/drills/limits.test.ts'];
const WINDOW_TEST = ['test/stores/tables/rate-windows.test.ts'];
const BUDGET_TEST = ['test/stores/tables/request-budgets.test.ts'];

export const RATE_WINDOWS: readonly Mutation[] = [
  ...mutationsOf('src/stores/accounts/rate-windows.ts', WINDOW_TEST, {
    'clock-skew': {
      guard: 'Clocks that differ by up to ten seconds share a window.',
      text: 'MAX_SKEW_MS = 10_000',
      becomes: 'MAX_SKEW_MS = 1_000',
    },
    'rate-limit': {
      guard: 'A second admits requests only while the window has room.',
      text: "'current_second = :second AND requests < :limit'",
      becomes: "'current_second = :second AND requests <= :limit'",
    },
    'window-as-read': {
      guard: 'A window is replaced only as it was read.',
      text: "'requests = :seen_requests AND latest = :seen_latest AND second_requests = :seen_in_second'",
      becomes:
        "'attribute_not_exists(never_set) OR (requests = :seen_requests AND latest = :seen_latest AND second_requests = :seen_in_second)'",
      noticedBy: LIMITS,
    },
    'first-window-once': {
      guard: 'Of two first requests, the second is counted in the window of the first.',
      text: "? 'attribute_not_exists(pk)'",
      becomes: "? 'attribute_not_exists(never_set)'",
      noticedBy: LIMITS,
    },
    'ages-of-seconds': {
      guard: 'A second is stored by its age.',
      text: '[startOf(current) - at, requests]',
      becomes: '[at - startOf(current), requests]',
    },
    'remaining-of-window': {
      guard: 'A response says how many requests the window has left.',
      text: 'limit - counted',
      becomes: 'limit + counted',
    },
    'clock-ahead': {
      guard: 'A window knows by how much another clock is ahead.',
      text: '(stored?.current.at ?? now) - now',
      becomes: '0 * now',
    },
    'full-window': {
      guard: 'A window that is full when a second begins refuses the request.',
      text: 'total >= limit',
      becomes: 'total > limit',
    },
    'clock-set-back': {
      guard: 'After a clock was set back, the true wait of a full window is written once.',
      text: 'aheadMs > MAX_SKEW_MS &&',
      becomes: 'aheadMs < -MAX_SKEW_MS &&',
      noticedBy: LIMITS,
    },
    'clock-not-ahead': {
      guard: 'A request that is not behind opens a second of its own.',
      text: 'aheadMs > 0 &&',
      becomes: 'aheadMs >= -60_000 &&',
    },
    'clock-little-ahead': {
      guard: 'A request counts in a second that is ahead only while the difference is a skew of clocks.',
      text: 'aheadMs <= MAX_SKEW_MS &&',
      becomes: 'aheadMs <= 1_000 * MAX_SKEW_MS &&',
    },
    'remaining-after-first': {
      guard: 'The first request of a second says how many the window has left.',
      text: 'limit - total - 1',
      becomes: 'limit - total',
    },
    'age-read': {
      guard: 'The age of a second is counted back from the latest one.',
      text: 'startOf({ at: latest }) - ageMs',
      becomes: 'startOf({ at: latest }) + ageMs',
    },
    'second-leaves-window': {
      guard: 'A request has left the window after exactly a minute.',
      text: 'at + windowMs > now',
      becomes: 'at + windowMs >= now',
    },
    'wait-until-room': {
      guard: 'The wait ends with the first request that makes room.',
      text: 'left < limit',
      becomes: 'left <= limit',
    },
    'wait-from-now': {
      guard: 'The wait is counted from now.',
      text: 'at + windowMs - now',
      becomes: 'windowMs',
    },
  }),
  ...mutationsOf('src/stores/accounts/request-budgets.ts', BUDGET_TEST, {
    'budget-of-a-minute': {
      guard: 'A budget is one of a minute.',
      text: 'BUDGET_MINUTE_MS = 60_000',
      becomes: 'BUDGET_MINUTE_MS = 30_000',
    },
    'budget-limit': {
      guard: 'A lease is taken only from a budget that has it left.',
      text: "'attribute_not_exists(taken) OR taken <= :most'",
      becomes: "'attribute_not_exists(never_set) OR taken <= :most'",
    },
    'budget-left-for-lease': {
      guard: 'A lease fits into what the budget has left.',
      text: 'most: limit - requests',
      becomes: 'most: limit',
    },
    'budgets-remembered': {
      guard: 'An instance remembers ten thousand leases.',
      text: 'if (leases.size >= MAX_REMEMBERED) leases.clear();',
      becomes: '',
      survives: 'It bounds the memory of an instance; a lease that is forgotten is taken again.',
    },
    'budget-used-up': {
      guard: 'An instance that was refused does not ask again before the minute ends.',
      text: 'lease.left === 0 && lease.rest > 0',
      becomes: 'lease.left === 0 && lease.rest >= 0',
      noticedBy: ['test/stores/alone/request-budgets.test.ts'],
    },
    'budget-rest': {
      guard: 'A response says how many requests the budget has left.',
      text: 'limit - taken',
      becomes: 'limit',
    },
    'budget-wait': {
      guard: 'The wait ends with the minute.',
      text: '(minute + 1) * BUDGET_MINUTE_MS - now',
      becomes: 'BUDGET_MINUTE_MS',
    },
  }),
];
