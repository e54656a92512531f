// A report's settings, with its template and defaults resolved: the only input of the analytics beside the data.

import type { IdentityRules } from '../schema/identity.ts';
import type { ConditionOperator } from './conditions.ts';
import type { ProductLevel } from './product-levels.ts';

export const CUSTOMER_SCOPES = ['all', 'first_order', 'repeat', 'high_value', 'churning', 'new_90d'] as const;
export type CustomerScope = (typeof CUSTOMER_SCOPES)[number];

export const BASKET_SCOPES = ['order', 'customer'] as const;
export type BasketScope = (typeof BASKET_SCOPES)[number];

export const PRODUCT_IDENTIFIERS = ['name', 'sku'] as const;
export type ProductIdentifier = (typeof PRODUCT_IDENTIFIERS)[number];

/** A row-level filter, as the contract spells it. `field` is one of the five names or `custom:<key>`. */
export interface Condition {
  readonly field: string;
  readonly operator: ConditionOperator;
  /** The value to compare with; the lower bound of `between`. */
  readonly value: string | number;
  /** The upper bound of `between`, inclusive. */
  readonly valueTo?: number;
}

/** Calendar dates YYYY-MM-DD in the report's time zone, both inclusive. Either may be missing: open on that side. */
export interface DateRange {
  readonly start?: string;
  readonly end?: string;
}

/** Fees and services: the names that the dataset lists; undefined where it lists none, and names are recognized. */
export interface LeaveOut {
  readonly notGoods: readonly string[] | undefined;
}

/** The settings of every report type; a type with parameters of its own extends it. */
export interface ReportSettings {
  readonly template: string | undefined;
  readonly dateRange: DateRange | undefined;
  readonly conditions: readonly Condition[];
  readonly customerScope: CustomerScope;
  readonly productIdentifier: ProductIdentifier;
  /** Key of the custom field whose values stand for products. */
  readonly productLevel?: string | undefined;
  /** Two or more levels whose items baskets hold at once, products first. Only of market basket reports. */
  readonly productLevels?: readonly ProductLevel[] | undefined;
  /** Keys of custom fields that recommendations can be filtered by. Only of market basket reports. */
  readonly servedFields?: readonly string[] | undefined;
  /** Items left out of baskets and of first orders: fees and services by these names, or by how their names look. */
  readonly leaveOut?: LeaveOut | undefined;
  /** Which customer ids are one person; undefined: each is one. */
  readonly identity?: IdentityRules | undefined;
  /** Whether the customers are listed with what they buy next. Only of reports with a list of customers. */
  readonly nextProducts?: true | undefined;
  /** IANA name of the time zone of its days. */
  readonly timeZone: string;
  /** ISO 4217, of its amounts; undefined where none is known. */
  readonly currency?: string | undefined;
  /** The client's words, at most 500 characters: untrusted text. */
  readonly context: string | undefined;
  /** Purpose of the template, in a sentence; undefined without a template. */
  readonly businessContext: string | undefined;
}
