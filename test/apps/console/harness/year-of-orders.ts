// Creates a file with a year of orders of a made-up shop: customers who come monthly, half of whom stop in summer.
const CUSTOMERS = 80;

/**
 * Uses column names that the file reader recognises. Like real files, it repeats lines, has an order in another
 * currency, and one that was cancelled.
 */
export function createYearOfOrders(): string {
  const rows: string[] = [];
  for (let customer = 0; customer < CUSTOMERS; customer++) {
    const stops = customer % 2 === 0 ? 365 : 170;
    // Every 24 to 36 days, and never in step.
    for (
      let day = customer % 30, visit = 0;
      day < stops;
      day += 24 + ((customer * 7 + visit * 5) % 13), visit++
    ) {
      const date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
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
  const others = ['x1,c1,2025-03-01,Tea,12,1,USD,paid', 'x2,c2,2025-03-02,Tea,12,1,EUR,cancelled'];
  return [columns, ...rows, ...rows.slice(0, 3), ...others, ''].join('\n');
}
