// The profile of one product, for a terminal: the sizes of its orders beside all orders, and what is ordered before and after it.

import type { ProfileShares, SizeClass } from '../../../src/analysis/product-profiles/profile-shares.ts';
import { decimals, percent, whole } from '../../../src/contract/sentences/wording.ts';
import { bar, heading, type Paper, paragraph, printable, table } from './terminal-text.ts';

/** Of bars, which narrower paper has none of. */
const BAR_WIDTH = 24;
const FOR_BARS = 70;

type Side = ProfileShares['after'];

export function profileText(paper: Paper, profile: ProfileShares): string {
  const { product, orders, share_of_orders, average_basket_size: size, all_orders: all } = profile;
  const [alone] = profile.basket_sizes;
  return [
    heading(paper, printable(product)),
    paragraph(
      paper,
      `In ${whole(orders)} orders, ${percent(share_of_orders)} of all. Its orders hold ${decimals(size, 1)} products on average, ` +
        `all orders ${decimals(all.average_basket_size, 1)}; ${percent(alone?.share ?? 0)} of its orders hold it alone.`,
    ),
    heading(paper, 'Products per order'),
    sizeTable(paper, profile.basket_sizes),
    ...sideTexts(paper, 'next', profile.after),
    ...sideTexts(paper, 'previous', profile.before),
  ].join('\n');
}

function sizeTable(paper: Paper, sizes: readonly SizeClass[]): string {
  const most = Math.max(...sizes.map(({ share }) => share));
  const hasBars = paper.width >= FOR_BARS;
  return table(
    paper,
    [
      { title: 'products', align: 'right' },
      { title: 'orders', align: 'right' },
      { title: 'share', align: 'right' },
      { title: 'all orders', align: 'right' },
      ...(hasBars ? [{ title: '' }] : []),
    ],
    sizes.map(({ min_products, max_products, orders, share, share_of_all_orders: all }) => [
      max_products === null ? `${min_products}+` : whole(min_products),
      whole(orders),
      percent(share),
      percent(all),
      ...(hasBars ? [bar(share / most, BAR_WIDTH)] : []),
    ]),
  );
}

function sideTexts(
  paper: Paper,
  which: 'next' | 'previous',
  { orders, same_product, products }: Side,
): string[] {
  const title = heading(paper, `In the ${which} order of the same customer`);
  if (orders === 0) return [title, `No order with it has a ${which} one.`];
  const rows = [{ ...same_product, product: 'the same product' }, ...products];
  return [
    title,
    table(
      paper,
      [
        { title: 'product', flexible: true },
        { title: 'orders', align: 'right' },
        { title: 'customers', align: 'right' },
        { title: 'share', align: 'right' },
        { title: 'lift', align: 'right' },
      ],
      rows.map(({ product, orders: count, customers, share, lift }) => [
        printable(product),
        whole(count),
        whole(customers),
        percent(share ?? 0),
        lift === null ? '' : decimals(lift, 1),
      ]),
    ),
    paragraph(
      paper,
      `Of ${whole(orders)} orders that have a ${which} one.${products.length === 0 ? ' Nothing else stands out: chance explains the other products.' : ''}`,
    ),
  ];
}
