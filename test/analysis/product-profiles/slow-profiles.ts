// Products' profiles by plain maps over orders, written from their definition in docs/concepts and from no code of the
// service: what its figures are compared with.
import type { LiteralOrder } from '../orders/literal-orders.ts';

interface Placed {
  readonly items: ReadonlySet<string>;
  readonly customer: string | undefined;
  readonly at: number;
  readonly id: string;
}

interface SlowNeighbour {
  readonly product: string;
  readonly orders: number;
  readonly customers: number;
  readonly anywhere: number;
}

const sized = (orders: readonly Placed[]) => ({
  orders: orders.length,
  entries: orders.reduce((sum, { items }) => sum + items.size, 0),
  classes: Array.from(
    { length: 10 },
    (_, at) => orders.filter(({ items }) => (at === 9 ? items.size >= 10 : items.size === at + 1)).length,
  ),
});

/** P(X >= count) of a Poisson distribution: 200 of its terms. */
function tail(count: number, mean: number): number {
  let term = Math.exp(-mean);
  let sum = 0;
  for (let x = 0; x < count + 200; x++) {
    if (x >= count) sum += term;
    term *= mean / (x + 1);
  }
  return sum;
}

export function slowProfiles(orders: readonly LiteralOrder[]) {
  const placed: Placed[] = orders
    .map(({ id, customer, date, lines }) => ({
      items: new Set(
        lines.flatMap(({ name, quantity }) => (quantity > 0 && name !== undefined ? [name] : [])),
      ),
      customer: date === undefined ? undefined : customer,
      at: Date.parse(date ?? ''),
      id,
    }))
    .filter(({ items }) => items.size > 0);
  const byCustomer = Map.groupBy(
    placed.filter(({ customer }) => customer !== undefined),
    ({ customer }) => customer,
  );
  const pairs: (readonly [Placed, Placed])[] = [...byCustomer.values()].flatMap((own) => {
    const sorted = own.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    return sorted.slice(1).map((order, i) => [sorted[i] ?? order, order] as const);
  });
  const often = (of: 0 | 1) =>
    [...new Set(pairs.flatMap((pair) => [...pair[of].items]))].filter(
      (name) => pairs.filter((pair) => pair[of].items.has(name)).length >= 2,
    ).length;
  const tested = 2 * often(0) * often(1);
  const products = new Set(placed.flatMap(({ items }) => [...items]));

  const side = (product: string, own: 0 | 1, other: 0 | 1) => {
    const with_ = pairs.filter((pair) => pair[own].items.has(product));
    const sizes = (of: typeof pairs) => of.reduce((sum, pair) => sum + pair[other].items.size, 0);
    const stands = ({ customers, anywhere }: SlowNeighbour): boolean => {
      const expected = (sizes(with_) * anywhere) / sizes(pairs);
      return customers >= expected + 1 && tail(customers, expected) * tested < 0.05;
    };
    const neighbour = (name: string): SlowNeighbour => {
      const both = with_.filter((pair) => pair[other].items.has(name));
      return {
        product: name,
        orders: both.length,
        customers: new Set(both.map(([{ customer }]) => customer)).size,
        anywhere: pairs.filter((pair) => pair[other].items.has(name)).length,
      };
    };
    const above = ({ orders: count, customers, anywhere }: SlowNeighbour): number =>
      (customers * (count * pairs.length - with_.length * anywhere)) / (count * pairs.length);
    const { product: _, ...same } = neighbour(product);
    const met = new Set(with_.flatMap((pair) => [...pair[other].items]));
    const others = [...met]
      .filter((name) => name !== product)
      .map(neighbour)
      .filter((found) => found.customers >= 2 && above(found) > 0 && stands(found))
      .sort((a, b) => above(b) - above(a) || b.orders - a.orders || (a.product < b.product ? -1 : 1))
      .slice(0, 10);
    return { orders: with_.length, same, others };
  };

  return {
    sizes: sized(placed),
    pairs: pairs.length,
    products,
    profileOf: (product: string) => ({
      product,
      sizes: sized(placed.filter(({ items }) => items.has(product))),
      after: side(product, 0, 1),
      before: side(product, 1, 0),
    }),
  };
}
