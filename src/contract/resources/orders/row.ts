// An order line as the service stores and filters it, with the contract's defaults filled in.

/** The order a row belongs to. Absent customer or date: undefined. */
export interface OrderHeader {
  readonly orderId: string;
  readonly customerId: string | undefined;
  /** Epoch milliseconds, UTC. */
  readonly orderDate: number | undefined;
  /** How the customer is reached. */
  readonly contact?: string | undefined;
}

/** One line item. At least one of name and sku is present. */
export interface OrderLine {
  readonly name: string | undefined;
  readonly sku: string | undefined;
  /** Price of one unit; 0 when the client sent none. */
  readonly unitPrice: number;
  /** Units; 1 when the client sent none; zero or negative is a return. */
  readonly quantity: number;
  readonly customFields: Readonly<Record<string, string>> | undefined;
}
