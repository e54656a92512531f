// Queries of Shopify's GraphQL Admin API, and their results as the orders of its webhooks: the same mapping
// reads both. https://shopify.dev/docs/api/admin-graphql/latest/objects/Order
import * as v from 'valibot';

const SHOP_MONEY = '{ shopMoney { amount } }';

/**
 * The query of a bulk operation. It may not contain a connection within a list: refunds are listed by id
 * here, and their lines are read by `REFUNDS`. `filter`: of the orders.
 */
export const createOrdersQuery = (filter: string): string => `{
  orders(query: ${JSON.stringify(filter)}) { edges { node {
    id name createdAt updatedAt cancelledAt test displayFinancialStatus currencyCode email
    customer { id defaultEmailAddress { emailAddress } }
    refunds { id }
    lineItems { edges { node {
      id name title sku quantity currentQuantity
      originalUnitPriceSet ${SHOP_MONEY}
      discountAllocations { allocatedAmountSet ${SHOP_MONEY} }
    } } }
  } } }
}`;

/** Groups lines below their orders: they are read in one go. */
export const START = `mutation($query: String!) { bulkOperationRunQuery(query: $query, groupObjects: true) {
  bulkOperation { id } userErrors { code message } } }`;
export const CURRENT = '{ currentBulkOperation(type: QUERY) { id status query } }';
export const OPERATION = `query($id: ID!) { node(id: $id) { ... on BulkOperation {
  id status errorCode rootObjectCount fileSize url } } }`;
const EVENTS = { ORDERS_CREATE: 'a', ORDERS_UPDATED: 'b', ORDERS_CANCELLED: 'c', REFUNDS_CREATE: 'd' };
export const SUBSCRIBE = `mutation($uri: String!) { ${Object.entries(EVENTS)
  .map(
    ([topic, alias]) =>
      `${alias}: webhookSubscriptionCreate(topic: ${topic}, webhookSubscription: { uri: $uri, format: JSON }) { userErrors { message } }`,
  )
  .join('\n')} }`;
export const SUBSCRIPTIONS = '{ webhookSubscriptions(first: 50) { nodes { id uri } } }';
export const UNSUBSCRIBE = `mutation($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId } }`;
export const SCOPES = '{ currentAppInstallation { accessScopes { handle } } }';

/**
 * Refunds of one query. Shopify refuses queries of more than 1,000 points: an object costs one, also in each
 * place of a connection, which makes 163 per refund.
 */
export const REFUNDS_PER_QUERY = 5;
const LINES_PER_QUERY = 50;
const LINES = `(first: ${LINES_PER_QUERY}, after: $after) {
  pageInfo { hasNextPage endCursor } nodes { quantity lineItem { id } } }`;
export const REFUNDS = `query($ids: [ID!]!, $after: String) { nodes(ids: $ids) { ... on Refund {
  id createdAt refundLineItems${LINES}
  orderAdjustments(first: 10) { nodes { amountSet ${SHOP_MONEY} } }
  refundShippingLines(first: 1) { nodes { id } }
  transactions(first: 10) { nodes { kind status amountSet { shopMoney { amount currencyCode } } } } } } }`;

const money = v.object({ shopMoney: v.object({ amount: v.string(), currencyCode: v.optional(v.string()) }) });
const node = <E extends v.ObjectEntries>(entries: E) => v.object({ nodes: v.array(v.object(entries)) });

export const currentOperation = v.object({
  currentBulkOperation: v.nullable(v.object({ id: v.string(), status: v.string(), query: v.string() })),
});
export const startedOperation = v.object({
  bulkOperationRunQuery: v.object({
    bulkOperation: v.nullish(v.object({ id: v.string() })),
    userErrors: v.array(v.object({ code: v.nullish(v.string()), message: v.string() })),
  }),
});
export const operation = v.object({
  node: v.nullable(
    v.object({
      status: v.string(),
      errorCode: v.nullish(v.string()),
      rootObjectCount: v.pipe(v.string(), v.toNumber()),
      fileSize: v.nullish(v.pipe(v.string(), v.toNumber()), '0'),
      url: v.nullish(v.string()),
    }),
  ),
});
export const subscribed = v.record(
  v.string(),
  v.object({ userErrors: v.array(v.object({ message: v.string() })) }),
);
export const subscriptions = v.object({
  webhookSubscriptions: node({ id: v.string(), uri: v.nullish(v.string()) }),
});
export const scopes = v.object({
  currentAppInstallation: v.object({ accessScopes: v.array(v.object({ handle: v.string() })) }),
});

const refund = v.object({
  id: v.string(),
  createdAt: v.nullish(v.string()),
  refundLineItems: v.object({
    pageInfo: v.object({ hasNextPage: v.boolean(), endCursor: v.nullish(v.string()) }),
    nodes: v.array(v.object({ quantity: v.number(), lineItem: v.object({ id: v.string() }) })),
  }),
  orderAdjustments: node({ amountSet: money }),
  refundShippingLines: node({ id: v.nullish(v.string()) }),
  transactions: node({ kind: v.string(), status: v.string(), amountSet: money }),
});
export type ReadRefund = v.InferOutput<typeof refund>;
export const refundNodes = v.object({ nodes: v.array(v.nullable(refund)) });

const line = v.object({
  __parentId: v.string(),
  id: v.string(),
  name: v.nullish(v.string()),
  title: v.nullish(v.string()),
  sku: v.nullish(v.string()),
  quantity: v.number(),
  currentQuantity: v.nullish(v.number()),
  originalUnitPriceSet: money,
  discountAllocations: v.array(v.object({ allocatedAmountSet: money })),
});
const order = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: v.string(),
  updatedAt: v.nullish(v.string()),
  cancelledAt: v.nullish(v.string()),
  test: v.nullish(v.boolean()),
  displayFinancialStatus: v.nullish(v.string()),
  currencyCode: v.nullish(v.string()),
  email: v.nullish(v.string()),
  customer: v.nullish(
    v.object({ id: v.string(), defaultEmailAddress: v.nullish(v.object({ emailAddress: v.string() })) }),
  ),
  refunds: v.array(v.object({ id: v.string() })),
});
/** A line of the file of results. */
export const resultLine = v.union([line, order]);
export type ReadLine = v.InferOutput<typeof line>;
export type ReadOrder = v.InferOutput<typeof order> & { readonly lines: readonly ReadLine[] };

/** `gid://shopify/Order/1` as webhooks state it: `1`. */
const toId = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1);
const getAmount = ({ shopMoney }: v.InferOutput<typeof money>): string => shopMoney.amount;

/** The order as a webhook would state it. `refunds`: of the order, by id. */
export function toOrderPayload(read: ReadOrder, refunds: ReadonlyMap<string, ReadRefund>): object {
  const { customer } = read;
  return {
    id: toId(read.id),
    name: read.name,
    created_at: read.createdAt,
    updated_at: read.updatedAt,
    cancelled_at: read.cancelledAt,
    test: read.test,
    financial_status: read.displayFinancialStatus?.toLowerCase(),
    currency: read.currencyCode,
    email: read.email,
    customer: customer && { id: toId(customer.id), email: customer.defaultEmailAddress?.emailAddress },
    line_items: read.lines.map((one) => ({
      ...{ id: toId(one.id), name: one.name, title: one.title, sku: one.sku, quantity: one.quantity },
      current_quantity: one.currentQuantity,
      price: getAmount(one.originalUnitPriceSet),
      discount_allocations: one.discountAllocations.map(({ allocatedAmountSet }) => ({
        amount: getAmount(allocatedAmountSet),
      })),
    })),
    refunds: read.refunds.flatMap(({ id }) => {
      const found = refunds.get(id);
      return found === undefined ? [] : [toRefundPayload(found, read)];
    }),
  };
}

/** Shopify may not date a refund: it then has the time of the order's last change. */
function toRefundPayload(read: ReadRefund, order: ReadOrder): object {
  return {
    id: toId(read.id),
    created_at: read.createdAt ?? order.updatedAt ?? order.createdAt,
    refund_line_items: read.refundLineItems.nodes.map(({ quantity, lineItem }) => ({
      ...{ line_item_id: toId(lineItem.id), quantity },
    })),
    // Here, all adjustments are differences between the calculated and the refunded amount.
    order_adjustments: read.orderAdjustments.nodes.map(({ amountSet }) => ({
      ...{ kind: 'refund_discrepancy', amount: getAmount(amountSet) },
    })),
    refund_shipping_lines: read.refundShippingLines.nodes,
    transactions: read.transactions.nodes.map(({ kind, status, amountSet }) => ({
      ...{ kind: kind.toLowerCase(), status: status.toLowerCase() },
      ...{ amount: getAmount(amountSet), currency: amountSet.shopMoney.currencyCode },
    })),
  };
}
