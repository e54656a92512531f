// Creates columns and settings from literal orders.

import type { OrderColumns } from '../../../src/analysis/orders/columns.ts';
import {
  type ColumnsBuilderOptions,
  createColumnsBuilder,
} from '../../../src/analysis/orders/columns-builder.ts';
import { compileConditions } from '../../../src/analysis/orders/filters.ts';
import type { MbaSettings } from '../../../src/contract/report-types/market-basket/settings.ts';
import type { OrderHeader, OrderLine } from '../../../src/contract/resources/orders/row.ts';
import { createLocalTime } from '../../../src/contract/settings/calendar.ts';
import type { ProductLevel } from '../../../src/contract/settings/product-levels.ts';
import type { Condition, DateRange, ProductIdentifier } from '../../../src/contract/settings/settings.ts';

export interface LiteralOrder {
  readonly id: string;
  readonly customer?: string;
  /** YYYY-MM-DD, or a full ISO 8601 instant. */
  readonly date?: string;
  readonly lines: readonly OrderLine[];
}

export function createHeader({ id, customer, date }: Omit<LiteralOrder, 'lines'>): OrderHeader {
  return { orderId: id, customerId: customer, orderDate: date === undefined ? undefined : Date.parse(date) };
}

/** Creates a line of an order: a quantity of a product at a unit price. */
export function createLine(
  name: string,
  unitPrice = 1,
  quantity = 1,
  more: Partial<OrderLine> = {},
): OrderLine {
  return { name, sku: undefined, unitPrice, quantity, customFields: undefined, ...more };
}

export interface ColumnsOptions {
  readonly conditions?: readonly Condition[];
  readonly productIdentifier?: ProductIdentifier;
  /** Key of a custom field. */
  readonly productLevel?: string;
  readonly productLevels?: readonly ProductLevel[];
  readonly isService?: ColumnsBuilderOptions['isService'];
  /** IANA name; default UTC. */
  readonly timeZone?: string;
  /** Days whose orders are read; all if undefined. */
  readonly range?: DateRange | undefined;
}

/** Builds the columns in the given sequence of orders. */
export function toColumns(orders: readonly LiteralOrder[], options: ColumnsOptions = {}): OrderColumns {
  const { conditions = [], productIdentifier = 'name', timeZone = 'UTC', range } = options;
  const builder = createColumnsBuilder({
    productIdentifier,
    productLevel: options.productLevel,
    productLevels: options.productLevels,
    isService: options.isService,
    keep: compileConditions(conditions),
    localTime: createLocalTime(timeZone),
    range,
  });
  for (const order of orders) {
    const of = createHeader(order);
    if (builder.takes(of)) builder.add(of, order.lines);
  }
  return builder.build();
}

/** Sorts orders by id in ascending order, as the store returns them. */
export function sortByOrderId(orders: readonly LiteralOrder[]): LiteralOrder[] {
  return [...orders].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** Creates settings for reports of any type: those of market basket reports have all members. */
export function createMbaSettings(overrides: Partial<MbaSettings> = {}): MbaSettings {
  return {
    template: undefined,
    dateRange: undefined,
    conditions: [],
    customerScope: 'all',
    scope: 'order',
    productIdentifier: 'name',
    minSupport: 0.01,
    minConfidence: 0.1,
    serve: false,
    productProfiles: false,
    timeZone: 'UTC',
    context: undefined,
    businessContext: undefined,
    ...overrides,
  };
}
