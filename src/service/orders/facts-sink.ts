// Collects what shows which customers are one person from the orders of a shard, and keeps no order.
import type { CustomerFacts } from '../../analysis/identity/customer-facts.ts';
import { CodedLines } from '../../analysis/orders/coded-lines.ts';
import type { OrderSink } from './shard-orders.ts';

export function createFactsSink(facts: CustomerFacts): OrderSink {
  const lines = new CodedLines();
  return {
    wants: () => true,
    lines,
    add(header, from) {
      facts.addCoded(header, lines, from, lines.count);
      lines.count = 0;
    },
    close: (header, ofOrder) => facts.add(header, ofOrder),
  };
}
