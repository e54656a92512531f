// Weighs the products that one customer has bought: by how often, and how recently. Orders of one day count as one, so
// that nothing depends on a sequence that their dates do not show.

/** The orders of one day; an order without a date stands alone. */
export interface Visit<P> {
  /** Days since 1970-01-01; undefined without a date. */
  readonly day: number | undefined;
  readonly products: ReadonlySet<P>;
}

/** A product that the customer has bought. */
export interface Bought<P> {
  readonly product: P;
  /** Sum of the weights of its visits: at most 10. */
  readonly weight: number;
  /** Number of visits. */
  readonly visits: number;
  /** How much the product's scores for new ones count: 0.7 for each later visit. */
  readonly weightForNew: number;
  /** The first and the last day with it; undefined if no visit with it has a date. */
  readonly firstDay: number | undefined;
  readonly lastDay: number | undefined;
  /** Visits with a date. */
  readonly days: number;
}

/**
 * Each visit counts this much of the next one: for what is bought again, and for the scores of its products for new
 * ones. Chosen on the orders before the last ones of Online Retail and Complete Journey.
 */
const WEIGHT_OF_EARLIER = 0.9;
const WEIGHT_FOR_NEW = 0.7;
/** Products whose evidence is read: those with the highest weights, then those bought last. */
const HEAVIEST = 20;
const LATEST = 30;

/** `bought`: the highest weight first. Returns the products from which both lists are made: at most 50. */
export function pickPastProducts<P>(bought: readonly Bought<P>[]): Bought<P>[] {
  const others = bought.slice(HEAVIEST).sort((a, b) => b.weightForNew - a.weightForNew);
  return [...bought.slice(0, HEAVIEST), ...others.slice(0, LATEST)];
}

/** `orders`: in any sequence. Returns one visit per day, the latest first, those without a date last. */
export function toVisits<P>(
  orders: readonly { readonly day: number | undefined; readonly products: Iterable<P> }[],
): Visit<P>[] {
  const byDay = new Map<number, Set<P>>();
  const undated: Visit<P>[] = [];
  for (const { day, products } of orders) {
    const bought = (day !== undefined && byDay.get(day)) || new Set<P>();
    for (const product of products) bought.add(product);
    if (bought.size === 0) continue;
    if (day === undefined) undated.push({ day, products: bought });
    else byDay.set(day, bought);
  }
  const dated = [...byDay].map(([day, products]): Visit<P> => ({ day, products }));
  return [...dated.sort((a, b) => (b.day ?? 0) - (a.day ?? 0)), ...undated];
}

/** `visits`: the latest first. Returns the products with the highest weight first; ties by `compare`. */
export function weighBought<P>(
  visits: readonly Visit<P>[],
  compare: (one: P, other: P) => number,
): Bought<P>[] {
  const bought = new Map<P, Bought<P>>();
  let weight = 1;
  let ofNew = 1;
  for (const { day, products } of visits) {
    for (const product of products) {
      const later = bought.get(product);
      bought.set(product, {
        product,
        weight: (later?.weight ?? 0) + weight,
        visits: (later?.visits ?? 0) + 1,
        weightForNew: later?.weightForNew ?? ofNew,
        firstDay: day ?? later?.firstDay,
        lastDay: later?.lastDay ?? day,
        days: (later?.days ?? 0) + (day === undefined ? 0 : 1),
      });
    }
    weight *= WEIGHT_OF_EARLIER;
    ofNew *= WEIGHT_FOR_NEW;
  }
  return [...bought.values()].sort((a, b) => b.weight - a.weight || compare(a.product, b.product));
}

/**
 * Orders that all customers' rate is worth beside the customer's own: the best of 0, 1, 3 and 10 on the orders before the
 * last ones of Online Retail and Complete Journey.
 */
const ORDERS_OF_RATE = 10;

/** Sorts `again`: the weight, plus that of ten orders at the rate at which customers order the product again. */
export function scoreAgain({ weight }: Pick<Bought<unknown>, 'weight'>, reorderRate = 0): number {
  return weight + ORDERS_OF_RATE * reorderRate;
}

/** A product that is as late as this many of its gaps has probably been given up. */
const GIVEN_UP = 2;
/** Fewest days with a product: one gap is no rhythm. */
const LEAST_DAYS = 3;

/**
 * The day on which the product is due at the mean gap between the days with it; undefined with fewer than three such
 * days, or if `today` is more than two gaps after the last one.
 */
export function findDueDay({ firstDay, lastDay, days }: Bought<unknown>, today: number): number | undefined {
  if (firstDay === undefined || lastDay === undefined || days < LEAST_DAYS) return undefined;
  const gap = (lastDay - firstDay) / (days - 1);
  return today - lastDay > GIVEN_UP * gap ? undefined : Math.round(lastDay + gap);
}
