// Creates a file with the last year of orders of a made-up shop: customers who come at random, each at an own rate, and
// half of whom stop on a random day, so that a model predicts their orders better than the past does.
import { createRandom } from '../../../../tools/harness/random/random.ts';

const CUSTOMERS = 120;
const DAY_MS = 86_400_000;
/** The last orders are of yesterday: the first page leaves out actions if orders are old. */
const FIRST_DAY_MS = (Math.floor(Date.now() / DAY_MS) - 365) * DAY_MS;

const formatDay = (day: number): string => new Date(FIRST_DAY_MS + day * DAY_MS).toISOString().slice(0, 10);

/**
 * Uses column names that the file reader recognises. Like real files, it repeats lines, has an order in another
 * currency, and one that was cancelled.
 */
export function createYearOfOrders(): string {
  const rows: string[] = [];
  const random = createRandom(5);
  for (let customer = 0; customer < CUSTOMERS; customer++) {
    const mean = 12 + 40 * random();
    const stops = customer % 2 === 0 ? 366 : 366 * random();
    for (let day = 60 * random(), visit = 0; day < stops; day += 1 - Math.log(1 - random()) * mean, visit++) {
      const date = formatDay(Math.floor(day));
      const product = ['Tea', 'Coffee', 'Cocoa', 'Honey'][(customer + visit) % 4];
      rows.push(
        [
          ...[`o${customer}-${visit}`, `c${customer}`, date, product, 10 + (customer % 9), 1 + (visit % 3)],
          ...['EUR', 'paid'],
        ].join(','),
      );
    }
  }
  const columns = 'order_id,customer_id,order_date,product_name,unit_price,quantity,currency,status';
  const others = [
    `x1,c1,${formatDay(59)},Tea,12,1,USD,paid`,
    `x2,c2,${formatDay(60)},Tea,12,1,EUR,cancelled`,
  ];
  return [columns, ...rows, ...rows.slice(0, 3), ...others, ''].join('\n');
}
