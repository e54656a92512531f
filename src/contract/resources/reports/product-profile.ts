// GET /reports/{id}/product-profile: how many products the orders of one hold, and what the same customers order before
// and after. An addition to the contract.
import * as v from 'valibot';
import { described } from '../../schema/described.ts';
import { count, text, ulid } from '../../schema/fields.ts';
import { MAX_PRODUCT_LENGTH } from '../../schema/limits.ts';

export const productProfilePath = v.object({ id: ulid('The report_id from `POST /reports`.') });

export const productProfileQuery = v.object({
  product: described(
    text(MAX_PRODUCT_LENGTH, 1),
    'The product: its whole name, as the report spells it; its SKU if the report identifies products by SKU.',
    { examples: ['Tea'] },
  ),
});

const sizeClass = v.object({
  min_products: described(count, 'Orders of at least so many products.'),
  max_products: described(
    v.nullable(count),
    'Orders of at most so many products; null in the last class, which has all larger orders.',
  ),
  orders: described(count, 'Orders with the product.'),
  share: described(v.number(), 'Share of the orders with the product, 0 to 1.'),
  all_orders: described(count, 'Orders with or without the product.'),
  share_of_all_orders: described(v.number(), 'Share of all orders, 0 to 1: what to compare with.'),
});

const figures = {
  orders: described(count, 'Orders with the product whose next (previous) order has this one.'),
  customers: described(count, 'Customers who placed them.'),
  share: described(
    v.nullable(v.number()),
    'orders divided by all orders with the product that have a next (previous) order; null if there are none.',
  ),
  lift: described(
    v.nullable(v.number()),
    'share divided by the share of all next (previous) orders, whatever came before (after), that have this product: 1 is chance. Null if none has it.',
  ),
};

const sameProduct = v.object(figures);
const otherProduct = v.object({
  product: described(v.string(), 'As the report spells it.', { examples: ['Milk'] }),
  ...figures,
});

const side = v.object({
  orders: described(count, 'Orders with the product that have a next (previous) order of the same customer.'),
  same_product: described(sameProduct, 'The product itself: bought again. Given even if it never is.'),
  products: described(
    v.array(otherProduct),
    'At most 10 others that more customers bought than chance explains, tested against all that could be listed. Empty where nothing stands out. The first has the most customers above what chance would give.',
  ),
});

export const productProfile = v.object({
  product: described(v.string(), 'As the report spells it.', { examples: ['Tea'] }),
  orders: described(count, 'Orders with the product, of those that the report looks at.'),
  share_of_orders: described(v.number(), 'orders divided by those with any product, 0 to 1.'),
  average_basket_size: described(v.number(), 'Mean number of products of its orders, itself included.'),
  all_orders: described(
    v.object({
      orders: described(count, 'Orders with any product.'),
      average_basket_size: described(v.number(), 'Mean number of their products.'),
    }),
    'To compare with.',
  ),
  basket_sizes: described(
    v.array(sizeClass),
    'Orders by the number of different products in them: 1 to 9, then 10 and more.',
  ),
  after: described(side, "The same customers' next orders, by date; ties by order_id."),
  before: described(side, "The same customers' previous orders."),
});
