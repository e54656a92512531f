// Creates orders as test data: `count` orders with the given number of lines each.

export function createOrders(count: number, linesPerOrder = 1) {
  return Array.from({ length: count }, (_, i) => ({
    order_id: `o-${i}`,
    customer_id: `c-${i % 7}`,
    order_date: '2026-03-01T10:00:00Z',
    line_items: Array.from({ length: linesPerOrder }, (_, j) => ({
      product_name: `p-${j}`,
      product_sku: `s-${j}`,
      unit_price: 2.5,
      quantity: 1,
    })),
  }));
}
