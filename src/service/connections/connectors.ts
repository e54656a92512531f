// All kinds of shops whose orders the service reads. A new kind needs a file beside
// woocommerce-connector.ts, its name in SOURCE_KINDS, and a line here.
import type { SourceKind } from '../../contract/source.ts';
import type { RequestOptions } from '../webhooks/request.ts';
import type { Connector } from './connector.ts';
import { createShopifyConnector } from './shopify-connector.ts';
import { createWooCommerceConnector } from './woocommerce-connector.ts';

export type Connectors = Readonly<Record<SourceKind, Connector>>;

export function createConnectors(options: RequestOptions): Connectors {
  return { shopify: createShopifyConnector(options), woocommerce: createWooCommerceConnector(options) };
}
