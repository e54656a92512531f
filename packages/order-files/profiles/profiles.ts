// Lists all profiles and finds the one that a header belongs to.
import { BIGCOMMERCE } from './bigcommerce.ts';
import { EBAY } from './ebay.ts';
import { LIGHTSPEED_R, LIGHTSPEED_X } from './lightspeed.ts';
import { MAGENTO } from './magento.ts';
import { AMAZON_ORDERS, AMAZON_SETTLEMENT, AMAZON_TRANSACTIONS, ETSY } from './marketplaces.ts';
import { OROCOMMERCE } from './orocommerce.ts';
import { PAYPAL } from './paypal.ts';
import { PLAIN } from './plain.ts';
import { SQUARE, STRIPE } from './point-of-sale.ts';
import { PRESTASHOP, PRESTASHOP_WITH_TAX } from './prestashop.ts';
import { type Profile, toPlainName } from './profile.ts';
import { SHOPIFY_REST, SHOPWARE_REST, WOOCOMMERCE_REST } from './rest.ts';
import { SAP } from './sap.ts';
import { SHOPIFY } from './shopify.ts';
import { SHOPWARE_5 } from './shopware.ts';
import { SQUARESPACE, WIX } from './website-builders.ts';
import { WOOCOMMERCE_ADVANCED, WOOCOMMERCE_SUITE } from './woocommerce.ts';
import { WOOCOMMERCE_ANALYTICS, WOOCOMMERCE_ROWS } from './woocommerce-orders.ts';

/** A header that fits several belongs to the first. */
export const PROFILES: readonly Profile[] = [
  ...[SHOPIFY, SQUARESPACE, WIX, BIGCOMMERCE],
  ...[WOOCOMMERCE_ADVANCED, WOOCOMMERCE_SUITE, WOOCOMMERCE_ROWS, WOOCOMMERCE_ANALYTICS],
  ...[MAGENTO, PRESTASHOP, PRESTASHOP_WITH_TAX, SHOPWARE_5, OROCOMMERCE],
  ...[STRIPE, PAYPAL, SQUARE, LIGHTSPEED_X, LIGHTSPEED_R],
  ...[AMAZON_SETTLEMENT, AMAZON_TRANSACTIONS, AMAZON_ORDERS, EBAY, ETSY, SAP],
  ...[SHOPIFY_REST, WOOCOMMERCE_REST, SHOPWARE_REST],
  PLAIN,
];

export const PROFILE_IDS: readonly string[] = PROFILES.map(({ id }) => id);

/** Chooses a profile by `id` as `--from` gave it, otherwise by the header; an unknown header is plain. */
export function chooseProfile(header: readonly string[], id?: string): Profile {
  if (id !== undefined) return PROFILES.find((profile) => profile.id === id) ?? PLAIN;
  return PROFILES.find((profile) => profile.json === undefined && hasSignature(profile, header)) ?? PLAIN;
}

/** Exporters that can also write their orders without products, with the columns that only such a file has. */
const ORDER_LISTS = [
  ['etsy', ['saledate', 'orderid', 'ordervalue', 'ordertotal']],
  ['orocommerce', ['ordernumber', 'ponumber', 'internalstatus', 'total']],
  ['prestashop', ['reference', 'newclient', 'payment', 'total']],
  ['shopware-6', ['ordernumber', 'saleschannelid', 'amounttotal', 'lineitems']],
] as const;
export type OrderListExporter = (typeof ORDER_LISTS)[number][0];

/** Finds the exporter whose list of orders without products has this header. */
export function findOrderListExporter(header: readonly string[]): OrderListExporter | undefined {
  return ORDER_LISTS.find(([, columns]) => hasSignature({ signatures: [columns] }, header))?.[0];
}

/** Finds the profile of an order in JSON by its keys. */
export function findJsonProfile(keys: readonly string[], id?: string): Profile | undefined {
  return PROFILES.find(
    (profile) =>
      profile.json !== undefined && (id === undefined ? hasSignature(profile, keys) : profile.id === id),
  );
}

function hasSignature({ signatures }: Pick<Profile, 'signatures'>, header: readonly string[]): boolean {
  const plain = new Set(header.map(toPlainName));
  return signatures.some((names) => names.every((name) => plain.has(name)));
}
