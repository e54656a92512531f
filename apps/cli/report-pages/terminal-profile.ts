// Shows the profile of one product on a terminal: the sizes of its orders beside all orders, and products ordered
// before and after it.

import type { ProfileShares, SizeClass } from '../../../src/analysis/product-profiles/profile-shares.ts';
import { formatDecimals, formatPercent, formatWhole } from '../../../src/contract/sentences/wording.ts';
import {
  alignTable,
  drawBar,
  formatHeading,
  type Paper,
  toPrintable,
  wrapParagraph,
} from './terminal-text.ts';

/** Columns of a bar; a narrower terminal shows no bars. */
const BAR_WIDTH = 24;
const FOR_BARS = 70;

type Side = ProfileShares['after'];

export function formatProfile(paper: Paper, profile: ProfileShares): string {
  const { product, orders, share_of_orders, average_basket_size: size, all_orders: all } = profile;
  const [alone] = profile.basket_sizes;
  return [
    formatHeading(paper, toPrintable(product)),
    wrapParagraph(
      paper,
      `In ${formatWhole(orders)} orders, ${formatPercent(share_of_orders)} of all. Its orders hold ${formatDecimals(size, 1)} products on average, ` +
        `all orders ${formatDecimals(all.average_basket_size, 1)}; ${formatPercent(alone?.share ?? 0)} of its orders hold it alone.`,
    ),
    formatHeading(paper, 'Products per order'),
    formatSizes(paper, profile.basket_sizes),
    ...formatSide(paper, 'next', profile.after),
    ...formatSide(paper, 'previous', profile.before),
  ].join('\n');
}

function formatSizes(paper: Paper, sizes: readonly SizeClass[]): string {
  const most = Math.max(...sizes.map(({ share }) => share));
  const hasBars = paper.width >= FOR_BARS;
  return alignTable(
    paper,
    [
      { title: 'products', align: 'right' },
      { title: 'orders', align: 'right' },
      { title: 'share', align: 'right' },
      { title: 'all orders', align: 'right' },
      ...(hasBars ? [{ title: '' }] : []),
    ],
    sizes.map(({ min_products, max_products, orders, share, share_of_all_orders: all }) => [
      max_products === null ? `${min_products}+` : formatWhole(min_products),
      formatWhole(orders),
      formatPercent(share),
      formatPercent(all),
      ...(hasBars ? [drawBar(share / most, BAR_WIDTH)] : []),
    ]),
  );
}

function formatSide(
  paper: Paper,
  which: 'next' | 'previous',
  { orders, same_product, products }: Side,
): string[] {
  const title = formatHeading(paper, `In the ${which} order of the same customer`);
  if (orders === 0) return [title, `No order with it has a ${which} order.`];
  const rows = [{ ...same_product, product: 'the same product' }, ...products];
  return [
    title,
    alignTable(
      paper,
      [
        { title: 'product', flexible: true },
        { title: 'orders', align: 'right' },
        { title: 'customers', align: 'right' },
        { title: 'share', align: 'right' },
        { title: 'lift', align: 'right' },
      ],
      rows.map(({ product, orders: count, customers, share, lift }) => [
        toPrintable(product),
        formatWhole(count),
        formatWhole(customers),
        formatPercent(share ?? 0),
        lift === null ? '' : formatDecimals(lift, 1),
      ]),
    ),
    wrapParagraph(
      paper,
      `Based on ${formatWhole(orders)} orders that have a ${which} one.${products.length === 0 ? ' Nothing else stands out: chance explains the other products.' : ''}`,
    ),
  ];
}
