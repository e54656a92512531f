// Guards of src/sources and its store.
import { lifted, type Mutation, mutationsOf } from '../mutation.ts';

const STORE_TEST = ['test/stores/tables/accounts-and-sources.test.ts'];

export const SOURCES: readonly Mutation[] = [
  ...mutationsOf('src/core/ingest/merge-order.ts', [], {
    'deleted-as-last-state': {
      guard: "A deletion is as old as the order's own last state: any later change brings the order back.",
      text: "last === '' || after > sentAs ? sentAs : after",
      becomes: 'sentAs',
      noticedBy: ['test/core/ingest/merge-order.test.ts'],
    },
  }),
  ...mutationsOf('src/sources/manage-sources.ts', ['test/sources/manage-sources.test.ts'], {
    'same-secret-again': {
      guard: 'The former secret is not forgotten when the same secret is sent again.',
      text: 'if (former === secret) return {};',
      becomes: 'if (former === item.secret) return {};',
    },
  }),
  ...mutationsOf('src/stores/sources/source-item.ts', ['test/sources/receive-event.test.ts'], {
    'secret-of-another-key': {
      guard: 'A secret is taken for lost only where KMS says that another key sealed it.',
      text: 'error instanceof Error && OF_ANOTHER_KEY.includes(error.name)',
      becomes: 'error instanceof Error',
    },
  }),
  ...mutationsOf('src/stores/secrets/sealed-secrets.ts', [], {
    'opened-secrets-kept': {
      guard: 'An instance keeps so many opened secrets.',
      text: 'kept.size >= MAX_KEPT',
      becomes: 'kept.size < 0',
      survives: 'It bounds the memory of an instance, which no answer shows.',
    },
  }),
  ...mutationsOf('src/stores/sources/sources.ts', STORE_TEST, {
    'refusal-resolution': {
      guard: 'A wrong signature is noted at most once a minute.',
      text: 'at - noted < REFUSED_RESOLUTION_MS',
      becomes: 'false',
    },
    'refusal-after-a-minute': {
      guard: 'A wrong signature a minute after the last one is noted.',
      text: 'REFUSED_RESOLUTION_MS = 60_000',
      becomes: 'REFUSED_RESOLUTION_MS = 600_000',
    },
    'known-source': {
      guard: 'A change does not bring back a source that was deleted.',
      text: '`attribute_exists(pk)${',
      becomes: '`attribute_not_exists(never_set)${',
    },
    'source-created-once': {
      guard: 'A source is created once.',
      ...lifted('attribute_not_exists(pk)'),
    },
    'secret-as-seen': {
      guard: 'Of two requests that replace a secret, the second keeps that of the first as the former one.',
      text: "'(attribute_not_exists(secret) OR secret = :seen)' : 'secret = :seen'",
      becomes:
        "'(attribute_not_exists(never_set) OR secret = :seen)' : '(attribute_not_exists(never_set) OR secret = :seen)'",
    },
    'name-as-seen': {
      guard: 'Of two requests that change a source, the second is not made on what the first has changed.',
      ...lifted('#name = :seen_name'),
    },
    'pause-as-seen': {
      guard: 'A change of a source that another request has paused meanwhile is not made unseen.',
      text: "'(paused = :seen_paused OR (attribute_not_exists(paused) AND :seen_paused = :no))'",
      becomes: "'(attribute_not_exists(never_set) OR paused = :seen_paused OR :seen_paused = :no)'",
    },
  }),
  ...mutationsOf('src/sources/event-headers.ts', [], {
    'ping-is-short': {
      guard: 'A body is taken for a ping only up to 63 bytes.',
      text: 'body.length < 64',
      becomes: 'body.length < 640',
      noticedBy: ['test/sources/signatures.test.ts'],
    },
  }),
  ...mutationsOf('src/sources/manage-sources.ts', [], {
    'number-of-sources': {
      guard: 'An account has at most as many sources as it may.',
      text: 'known.length >= MAX_SOURCES',
      becomes: 'known.length > MAX_SOURCES',
      noticedBy: ['test/sources/manage-sources.test.ts'],
    },
  }),
  ...mutationsOf('src/sources/mapped-event.ts', [], {
    'oldest-refund-first': {
      guard: 'The oldest refund stands for all, in whatever order the shop lists them.',
      text: 'Number(a.id) - Number(b.id)',
      becomes: 'Number(b.id) - Number(a.id)',
      noticedBy: ['test/sources/shopify.test.ts', 'test/sources/woocommerce.test.ts'],
    },
  }),
  ...mutationsOf('src/sources/shop-payload.ts', [], {
    'name-bounded-before-rows': {
      guard: 'A name that no product can have is refused before rows repeat it.',
      text: 'name.length <= 2 * MAX_PRODUCT_LENGTH',
      becomes: 'name.length > 0',
      noticedBy: ['test/sources/shopify.test.ts'],
    },
  }),
  ...mutationsOf('src/sources/pause.ts', [], {
    'paused-by-erasure': {
      guard: 'A source takes no events after its dataset was erased.',
      text: 'mark.whole > activated_as',
      becomes: 'mark.whole < activated_as',
      noticedBy: ['test/sources/receive-event.test.ts'],
    },
  }),
  ...mutationsOf('src/sources/receive-event.ts', ['test/sources/receive-event.test.ts'], {
    'rows-of-event': {
      guard: 'An event of more rows than a request may have is refused before anything is done with it.',
      text: 'rows > MAX_LINE_ITEMS_PER_REQUEST',
      becomes: 'rows > 10 * MAX_LINE_ITEMS_PER_REQUEST',
    },
    'former-secret-ends': {
      guard: 'A former secret is accepted until its time is over, and no longer.',
      text: 'now < source.former_secret.until',
      becomes: 'now <= source.former_secret.until',
    },
    'erased-dataset-stays-erased': {
      guard: 'What a shop changed until its dataset was erased stays erased.',
      text: 'changedAt <= decodeTime(mark.whole)',
      becomes: 'changedAt < decodeTime(mark.whole)',
    },
    'erased-customer-stays-erased': {
      guard: 'An order that was placed until its customer was erased stays erased.',
      text: 'placedAt <= decodeTime(erasureId)',
      becomes: 'placedAt < decodeTime(erasureId)',
    },
  }),
  ...mutationsOf('src/sources/source-view.ts', [], {
    'former-secret-shown': {
      guard: 'The end of a former secret is shown until it is over.',
      text: 'former_secret.until > now',
      becomes: 'former_secret.until >= now',
      noticedBy: ['test/sources/receive-event.test.ts'],
    },
  }),
  ...mutationsOf('src/sources/valued-lines.ts', [], {
    'shares-of-nothing': {
      guard: 'A refund of an order that was free is spread evenly.',
      text: 'sum > 0 ?',
      becomes: 'sum >= 0 ?',
      noticedBy: ['test/sources/valued-lines.test.ts'],
    },
  }),
  ...mutationsOf('src/sources/shopify.ts', ['test/sources/shopify.test.ts'], {
    'removed-lines': {
      guard: 'A line that was removed as a whole is not sold.',
      text: 'quantity > 0)',
      becomes: 'quantity >= 0)',
    },
    'refund-of-nothing-returned': {
      guard: 'A refund without products that is worth less than half of the smallest coin returns nothing.',
      text: 'total >= least',
      becomes: 'total >= 0',
    },
    'refund-discrepancy': {
      guard: 'A discrepancy lowers what a refund is worth.',
      text: 'sum - amount',
      becomes: 'sum + amount',
    },
    'discount-of-line': {
      guard: 'The price of a line is what is left after its discounts.',
      text: 'price * ordered - discount',
      becomes: 'price * ordered',
    },
  }),
  ...mutationsOf('src/sources/woocommerce.ts', ['test/sources/woocommerce.test.ts'], {
    'shape-of-deletion': {
      guard: 'Only a body that holds an id and nothing else is a deletion.',
      text: 'v.strictObject({ id: shopId })',
      becomes: 'v.object({ id: shopId })',
    },
    'smallest-refund': {
      guard: 'A refund of half of the smallest coin of the products counts.',
      text: 'returned < halfUnit(order.currency)',
      becomes: 'returned < 100 * halfUnit(order.currency)',
    },
    'refunded-as-a-whole': {
      guard: 'With the whole order, all of its products are returned, however shipping was refunded.',
      text: 'refunded >= total - halfUnit(currency)',
      becomes: 'refunded >= 2 * total',
    },
    'free-order': {
      guard: 'A refund of an order without a price returns no products.',
      text: 'withTax <= 0',
      becomes: 'withTax < 0',
    },
  }),
];
