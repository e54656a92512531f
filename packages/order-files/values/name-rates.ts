// Sets the currency of a dataset's prices, and the source of the rates if some were converted, so that its reports can
// show them.

import { MAX_RATES_SOURCE_LENGTH } from '../../../src/contract/schema/limits.ts';
import { OrderFileError } from '../problems/errors.ts';

interface Settings {
  readonly currency?: string | null | undefined;
  readonly rates_source?: string | null | undefined;
}

/** Reads and changes the settings of the target dataset. */
export interface SettingsAccess {
  readonly read: () => Promise<Settings | undefined>;
  /** Leaves omitted settings unchanged. */
  readonly change: (changes: {
    readonly currency?: string | undefined;
    readonly rates_source?: string | undefined;
  }) => Promise<unknown>;
}

interface Conversion {
  /** Undefined if nothing was converted. */
  readonly source: string | undefined;
  /** Currency of the amounts; undefined if the files name none. */
  readonly currency: string | undefined;
}

/** The currency of the dataset, and the other one of the prices that were sent to it. */
export interface CurrencyMismatch {
  readonly dataset: string;
  readonly prices: string;
}

/**
 * Adds the source to those of earlier files, and sets the currency if the dataset has none. Resolves to a mismatch if
 * the dataset has another.
 */
export async function nameRates(
  dataset: SettingsAccess,
  { source, currency }: Conversion,
): Promise<CurrencyMismatch | undefined> {
  if (source === undefined && currency === undefined) return undefined;
  const settings = await dataset.read();
  // The dataset does not exist before its first order.
  if (settings === undefined) return undefined;
  const changes = {
    ...(!settings.currency && currency !== undefined && { currency }),
    ...(source !== undefined && { rates_source: joinSources(settings.rates_source, source) }),
  };
  if (Object.keys(changes).length > 0) await dataset.change(changes);
  return findMismatch(settings, currency);
}

/** Called before anything is sent: throws OrderFileError for prices in another currency than the dataset's. */
export async function demandCurrency(
  dataset: Pick<SettingsAccess, 'read'>,
  currency: string | undefined,
): Promise<void> {
  if (currency === undefined) return;
  const found = findMismatch(await dataset.read(), currency);
  if (found !== undefined) throw new OrderFileError(undefined, { code: 'other_dataset_currency', ...found });
}

/** Returns undefined if the prices are in the dataset's currency, or one of the two is unknown. */
function findMismatch(
  settings: Settings | undefined,
  currency: string | undefined,
): CurrencyMismatch | undefined {
  const own = settings?.currency;
  return own && currency !== undefined && own !== currency ? { dataset: own, prices: currency } : undefined;
}

function joinSources(before: string | null | undefined, added: string): string {
  const all = [...new Set([...(before ? before.split('; ') : []), added])].join('; ');
  return all.length <= MAX_RATES_SOURCE_LENGTH ? all : `${all.slice(0, MAX_RATES_SOURCE_LENGTH - 1)}…`;
}
