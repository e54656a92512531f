// A shop of a thousand planted cases: people whose customer ids are one person, people who only look alike, and
// addresses that belong to nobody. Each order says whose it is.
import type { OrderHeader, OrderLine } from '../../../src/contract/resources/orders/row.ts';
import { createRandom, drawBelow, shuffleValues } from '../../../tools/harness/random/random.ts';

export interface PlantedOrder {
  readonly person: string;
  readonly header: OrderHeader;
  readonly lines: readonly OrderLine[];
}

/** The ids of a case by person, with the contacts and custom fields of their orders. */
type Ids = readonly {
  readonly id: string;
  readonly contact?: string;
  readonly custom?: Readonly<Record<string, string>>;
}[];
type Case = Readonly<Record<string, Ids>>;

const NAMES = ['ann', 'jörg', 'søren', 'łucja', 'maría', 'li.wei', 'o’brien', 'van-dijk', 'zoë', 'chloé.b'];
const DOMAINS = ['web.de', 'orange.fr', 'müller-haus.de', 'yahoo.co.uk', 'posteo.de', 'wanadoo.fr'];
const START = Date.parse('2025-01-01');

/** `n`: makes every text of a case unique. The key of each person of a case is unique, too. */
const CASES: Readonly<Record<string, (n: number) => Case>> = {
  // One person.
  'guest with another case of letters': (n) => ({
    a: [{ id: addressOf(n) }, { id: addressOf(n).toUpperCase() }, { id: ` ${addressOf(n)} ` }],
  }),
  'guest and account': (n) => ({ a: [{ id: `${10_000 + n}`, contact: addressOf(n) }, { id: addressOf(n) }] }),
  'display name around the address': (n) => ({
    a: [{ id: `c-${n}`, contact: `Ann Other <${addressOf(n)}>` }, { id: `mailto:${addressOf(n)}` }],
  }),
  'full-width letters and a domain as punycode': (n) => ({
    a: [{ id: `ｊane${n}@müller-haus.de` }, { id: `jane${n}@xn--mller-haus-9db.de` }],
  }),
  'phone in five forms': (n) => ({
    a: [
      { id: `p1-${n}`, contact: `+49 151 ${phoneOf(n)}` },
      { id: `guest${n}a@web.de`, custom: { phone: `0151/${phoneOf(n)}` } },
      { id: `guest${n}b@web.de`, custom: { phone: `0049151${phoneOf(n)}` } },
      { id: `guest${n}c@web.de`, custom: { phone: `+49 (0)151-${phoneOf(n)}` } },
    ],
  }),
  'changed address, one customer number': (n) => ({
    a: [
      { id: `old${n}@web.de`, custom: { customer_no: `K-${n}` } },
      { id: `new${n}@posteo.de`, custom: { customer_no: ` K-${n}` } },
      { id: `K-${n}` },
    ],
  }),
  'chain of address and phone': (n) => ({
    a: [
      { id: `h${n}@web.de`, custom: { phone: `0160 ${phoneOf(n)}` } },
      { id: `${700_000 + n}`, contact: `h${n}@WEB.de` },
      { id: `i${n}@web.de`, custom: { phone: `+49160${phoneOf(n)}` } },
    ],
  }),
  'plus tag and dots of Gmail': (n) => ({
    a: [{ id: `jo.doe${n}@gmail.com` }, { id: `jodoe${n}+shop@googlemail.com` }],
  }),
  'two accounts in the merge list': (n) => ({
    a: [
      { id: `list-${n}-a`, contact: `family${n}@web.de` },
      { id: `list-${n}-b`, contact: `family${n}@web.de` },
    ],
  }),
  'private relay of one person': (n) => ({
    a: [
      { id: `q${n}x@privaterelay.appleid.com` },
      { id: `R${n}`, contact: `q${n}x@privaterelay.appleid.com` },
    ],
  }),

  // Several persons.
  'typing errors': (n) => ({
    a: [{ id: `anna${n}@gmail.com` }],
    b: [{ id: `anna${n}@gmial.com` }],
    c: [{ id: `ana${n}@gmail.com` }],
    d: [{ id: `anna${n}@gmail.co` }],
  }),
  'dots of another provider': (n) => ({ a: [{ id: `jo.doe${n}@web.de` }], b: [{ id: `jodoe${n}@web.de` }] }),
  'Cyrillic look-alike': (n) => ({ a: [{ id: `paul${n}@web.de` }], b: [{ id: `pаul${n}@web.de` }] }),
  'a family with one address and three accounts': (n) => ({
    a: [{ id: `f1-${n}`, contact: `haus${n}@web.de` }],
    b: [{ id: `f2-${n}`, contact: `haus${n}@web.de` }],
    c: [{ id: `f3-${n}`, contact: `Haus${n}@web.de` }],
  }),
  'two accounts with a guest’s address and phone between them': (n) => ({
    // The guest has the address of the first account; the phone is the household's.
    a: [
      { id: `m1-${n}`, contact: `mid${n}@web.de` },
      { id: `mid${n}@web.de`, custom: { phone: `0170 ${phoneOf(n)}` } },
    ],
    b: [{ id: `m2-${n}`, contact: `+49 170 ${phoneOf(n)}` }],
  }),
  'one landline of two accounts': (n) => ({
    a: [{ id: `l1-${n}`, contact: `030 ${phoneOf(n)}` }],
    b: [{ id: `l2-${n}`, contact: `+4930${phoneOf(n)}` }],
  }),
  'an account id that looks like another’s phone number': (n) => ({
    a: [{ id: `0152${phoneOf(n)}` }],
    b: [{ id: `z${n}`, contact: `0152 ${phoneOf(n)}` }],
  }),
  'national numbers of two countries': (n) => ({
    a: [{ id: `x${n}@web.de`, custom: { phone: `+43 664 ${phoneOf(n)}` } }],
    b: [{ id: `y${n}@web.de`, custom: { phone: `0664 ${phoneOf(n)}` } }],
  }),
  'kept apart by the list': (n) => ({
    a: [{ id: `apart-${n}`, contact: `w${n}@web.de` }],
    b: [{ id: `w${n}@web.de` }],
  }),
  'a guest between two accounts: the address of one, the number of the other': (n) => ({
    a: [
      { id: `b1-${n}`, contact: `between${n}@web.de` },
      { id: `between${n}@web.de`, contact: `+49 171 ${phoneOf(n)}` },
    ],
    b: [{ id: `b2-${n}`, contact: `0171 ${phoneOf(n)}` }],
  }),
  'a mailbox of a role at the domain of a person': (n) => ({
    a: [{ id: `r1-${n}`, contact: `sales@haus-${n}.de` }],
    b: [{ id: `r2-${n}`, contact: `Sales@Haus-${n}.de` }],
    c: [{ id: `ann@haus-${n}.de`, contact: `buch.haltung@haus-${n}.de` }],
    d: [{ id: `bo@haus-${n}.de`, contact: `buchhaltung@haus-${n}.de` }],
  }),
  'customer numbers that only look alike': (n) => ({
    a: [{ id: `v${n}@web.de`, custom: { customer_no: `N${n}` } }],
    b: [{ id: `w2-${n}@web.de`, custom: { customer_no: `N0${n}` } }],
    c: [{ id: `w3-${n}@web.de`, custom: { customer_no: `N${n}-1` } }],
  }),
  'a chain of three accounts by two addresses': (n) => ({
    a: [{ id: `k1-${n}`, contact: `k${n}x@web.de` }],
    b: [
      { id: `k2-${n}`, contact: `k${n}x@web.de` },
      { id: `k2-${n}`, contact: `k${n}y@web.de` },
    ],
    c: [{ id: `k3-${n}`, contact: `K${n}Y@web.de` }],
  }),
  'shared and empty addresses': (n) => ({
    a: [{ id: `s1-${n}`, contact: 'info@hotel-adler.de', custom: { phone: '0000000', customer_no: '0' } }],
    b: [
      { id: `s2-${n}`, contact: 'Info@Hotel-Adler.de', custom: { phone: '0123456789', customer_no: 'n/a' } },
    ],
    c: [{ id: `s3-${n}`, contact: 'none@none.com', custom: { phone: 'none', customer_no: '' } }],
    d: [{ id: `s4-${n}`, contact: 'x7q@marketplace.amazon.de', custom: { phone: '+49 111 1111111' } }],
    e: [{ id: `s5-${n}`, contact: 'no-reply@example.com', custom: { phone: '-', customer_no: '000' } }],
    f: [{ id: `t${n}@web.de`, contact: 'kasse@laden.de', custom: { phone: '030 2636 2636' } }],
    g: [{ id: `u${n}@web.de`, contact: 'x7q@marketplace.amazon.de', custom: { phone: '030 2636-2636' } }],
  }),
};

function addressOf(n: number): string {
  const name = NAMES[n % NAMES.length];
  return `${name}.${n}@${DOMAINS[n % DOMAINS.length]}`;
}

/** Seven digits without a run that would look filled in. */
function phoneOf(n: number): string {
  return `${2 + (n % 7)}${String((n * 7_919) % 1_000_000).padStart(6, '4')}`;
}

/** A thousand cases, each kind equally often, in a random sequence of orders. */
export function plantShop(seed: number) {
  const random = createRandom(seed);
  const kinds = Object.values(CASES);
  const orders: PlantedOrder[] = [];
  const [merges, separate]: [string[][], string[]] = [[], []];
  for (let n = 0; n < 1_000; n++) {
    const persons = kinds[n % kinds.length]?.(n) ?? {};
    for (const [name, ids] of Object.entries(persons)) {
      for (const { id, contact, custom } of ids) {
        if (id === `list-${n}-a`) merges.push([id, `list-${n}-b`]);
        if (id === `apart-${n}`) separate.push(id);
        const count = 1 + drawBelow(random, 3);
        for (let at = 0; at < count; at++) {
          const header = {
            orderId: `${n}-${orders.length}`,
            customerId: id,
            orderDate: START + drawBelow(random, 400) * 86_400_000,
            contact,
          };
          const line = {
            name: `tea ${n % 9}`,
            sku: undefined,
            unitPrice: 2,
            quantity: 1,
            customFields: custom,
          };
          orders.push({ person: `${n}-${name}`, header, lines: [line] });
        }
      }
    }
  }
  return { orders: shuffleValues(random, orders), list: { version: 'v1', merges, separate } };
}
