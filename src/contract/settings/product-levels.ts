// Rows that stand for several items at once, such as the product and its category. Columns keep the values of all
// levels of a row as one label, so that a line takes no more room than with one level.

export const PRODUCT_LEVEL = 'product';
/** Begins the name of a custom field wherever fields of other kinds have names as well. */
export const CUSTOM_PREFIX = 'custom:';

/** Products, or the values of a custom field. */
export type ProductLevel = typeof PRODUCT_LEVEL | `custom:${string}`;

/** Key of the custom field; undefined for products. */
export function getCustomKey(level: ProductLevel): string | undefined {
  return level === PRODUCT_LEVEL ? undefined : level.slice(CUSTOM_PREFIX.length);
}

export function toLevel(key: string): ProductLevel {
  return `custom:${key}`;
}

export interface LevelSettings {
  readonly productLevel?: string | undefined;
  readonly productLevels?: readonly ProductLevel[] | undefined;
  readonly servedFields?: readonly string[] | undefined;
}

/** Levels whose items baskets hold. */
export function listBasketLevels({ productLevel, productLevels }: LevelSettings): readonly ProductLevel[] {
  return productLevels ?? [productLevel === undefined ? PRODUCT_LEVEL : toLevel(productLevel)];
}

/** Levels whose values a row's label has, those of the baskets first; undefined where its label is the only value. */
export function listLabelLevels(settings: LevelSettings): readonly ProductLevel[] | undefined {
  const levels = new Set([...listBasketLevels(settings), ...(settings.servedFields ?? []).map(toLevel)]);
  return levels.size > 1 ? [...levels] : undefined;
}

/** How the labels of rows become items of baskets. */
export interface ItemLevels {
  /** Levels that a label has values of. */
  readonly ofLabel: readonly ProductLevel[];
  /** Those whose values are items. */
  readonly shown: readonly ProductLevel[];
}

/** Undefined where the labels are the items. */
export function getItemLevels(settings: LevelSettings): ItemLevels | undefined {
  const ofLabel = listLabelLevels(settings);
  return ofLabel && { ofLabel, shown: listBasketLevels(settings) };
}

/** Keeps only the first level. */
export function pickFirstLevel(levels: ItemLevels | undefined): ItemLevels | undefined {
  return levels && { ...levels, shown: levels.shown.slice(0, 1) };
}

/** Values in the order of the levels; undefined: the row stands for nothing at that level. */
export function toLevelsLabel(values: readonly (string | undefined)[]): string {
  return JSON.stringify(values.map((value) => value ?? null));
}

/** Parses the output of `toLevelsLabel`. */
export function parseLevelsLabel(label: string): (string | undefined)[] {
  const values: unknown = JSON.parse(label);
  if (!Array.isArray(values)) throw new Error(`expected the label of several levels, got ${label}`);
  return values.map((value: unknown) => (typeof value === 'string' ? value : undefined));
}

/**
 * An item's name among those of other levels, no two alike: a product has its own, the value of a custom field
 * `custom:category=Drinks`. Only a product whose own name could be read as either is written `product=custom:…`.
 */
export function toItemName(level: ProductLevel, value: string): string {
  if (level !== PRODUCT_LEVEL) return `${level}=${value}`;
  return /^(?:custom:|product=)/.test(value) ? `${PRODUCT_LEVEL}=${value}` : value;
}
