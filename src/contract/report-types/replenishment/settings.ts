// The settings of replenishment reports: what counts as the same product.
import * as v from 'valibot';
import { InvalidRequestError } from '../../errors/errors.ts';
import { getKeys } from '../../schema/keys.ts';
import type { Shape } from '../../schema/shape.ts';
import { CUSTOM_PREFIX, getCustomKey } from '../../settings/product-levels.ts';
import type { ReportSettings } from '../../settings/settings.ts';
import { isLevel, mbaParams } from '../market-basket/settings.ts';
import { nextProductsParams } from '../next-products.ts';
import { echoShared } from '../settings-echo.ts';
import type { replenishmentSettings } from './schema.ts';
import { REPLENISHMENT_TEMPLATES } from './templates.ts';

/** Market basket reports have the level as well. */
export const replenishmentParams = { product_level: mbaParams.product_level, ...nextProductsParams };
const params = v.object(replenishmentParams);

/** Throws InvalidRequestError for several levels. */
export function resolveReplenishmentSettings(
  shared: ReportSettings,
  given: Readonly<Record<string, unknown>>,
): ReportSettings {
  const [level, ...more] = [v.parse(params, given).product_level ?? []].flat().filter(isLevel);
  if (more.length > 0)
    throw new InvalidRequestError('params.product_level', 'expected one level in a REPLENISHMENT report');
  return { ...shared, productLevel: level === undefined ? undefined : getCustomKey(level) };
}

export function echoReplenishmentSettings(settings: ReportSettings): Shape<typeof replenishmentSettings> {
  const { productIdentifier, productLevel } = settings;
  return {
    ...echoShared(settings, getKeys(REPLENISHMENT_TEMPLATES)),
    product_identifier: productIdentifier,
    ...(productLevel !== undefined && { product_level: CUSTOM_PREFIX + productLevel }),
  };
}

/** A pace is that of a whole history: a part of one would be taken for it. Conditions choose what is bought again. */
export function hasWholeHistories({ customerScope, dateRange }: ReportSettings): boolean {
  return customerScope === 'all' && dateRange?.start === undefined;
}
