// How each kind of source states its orders. A kind is added here and in event-headers.ts.
import type { CustomerIdentifier, SourceKind } from '../core/source.ts';
import type { MappedEvent } from './mapped-event.ts';
import { mapShopify } from './shopify.ts';
import { mapWooCommerce } from './woocommerce.ts';

type Mapping = (topic: string, payload: unknown, identifier: CustomerIdentifier) => MappedEvent;

export const MAPPINGS: Readonly<Record<SourceKind, Mapping>> = {
  shopify: mapShopify,
  woocommerce: mapWooCommerce,
};
