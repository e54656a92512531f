// All profiles, and which of them a header belongs to.
import { MAGENTO } from './magento.ts';
import { AMAZON_ORDERS, AMAZON_SETTLEMENT, ETSY } from './marketplaces.ts';
import { PLAIN } from './plain.ts';
import { SQUARE, STRIPE } from './point-of-sale.ts';
import { type Profile, plainName } from './profile.ts';
import { SHOPIFY } from './shopify.ts';
import { WOOCOMMERCE_ADVANCED, WOOCOMMERCE_SUITE } from './woocommerce.ts';

/** A header that fits several belongs to the first. */
export const PROFILES: readonly Profile[] = [
  SHOPIFY,
  WOOCOMMERCE_ADVANCED,
  WOOCOMMERCE_SUITE,
  MAGENTO,
  STRIPE,
  SQUARE,
  AMAZON_SETTLEMENT,
  AMAZON_ORDERS,
  ETSY,
  PLAIN,
];

export const PROFILE_IDS: readonly string[] = PROFILES.map(({ id }) => id);

/** `id` as `--from` gave it, else by the header; a header of no exporter is plain. */
export function chooseProfile(header: readonly string[], id?: string): Profile {
  if (id !== undefined) return PROFILES.find((profile) => profile.id === id) ?? PLAIN;
  const plain = new Set(header.map(plainName));
  const fits = (names: readonly string[]): boolean => names.every((name) => plain.has(name));
  return PROFILES.find(({ signatures }) => signatures.some(fits)) ?? PLAIN;
}
