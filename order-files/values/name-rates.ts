// A dataset with converted prices names the source of the rates, so that its reports can.
import { MAX_RATES_SOURCE_LENGTH } from '../../src/schema/limits.ts';

interface Settings {
  readonly currency?: string | null | undefined;
  readonly rates_source?: string | null | undefined;
}

/** The settings of the dataset that is written to. */
export interface SettingsAccess {
  readonly read: () => Promise<Settings | undefined>;
  /** Leaves what is not given as it is. */
  readonly change: (changes: {
    readonly currency?: string | undefined;
    readonly rates_source: string;
  }) => Promise<unknown>;
}

interface Conversion {
  /** Undefined if nothing was converted. */
  readonly source: string | undefined;
  /** That amounts were converted to. */
  readonly currency: string | undefined;
}

/** The dataset is in one currency, and the prices that were sent to it are in another. */
export interface CurrencyMismatch {
  readonly dataset: string;
  readonly prices: string;
}

/**
 * Adds the source to those of earlier files, and sets the currency where the dataset has none. Resolves to a mismatch
 * where it has another.
 */
export async function nameRates(
  dataset: SettingsAccess,
  { source, currency }: Conversion,
): Promise<CurrencyMismatch | undefined> {
  if (source === undefined) return undefined;
  const settings = await dataset.read();
  // Without orders there is no dataset, and no price that was converted.
  if (settings === undefined) return undefined;
  await dataset.change({
    ...(!settings.currency && { currency }),
    rates_source: sources(settings.rates_source, source),
  });
  return settings.currency && currency !== undefined && settings.currency !== currency
    ? { dataset: settings.currency, prices: currency }
    : undefined;
}

function sources(before: string | null | undefined, added: string): string {
  const all = [...new Set([...(before ? before.split('; ') : []), added])].join('; ');
  return all.length <= MAX_RATES_SOURCE_LENGTH ? all : `${all.slice(0, MAX_RATES_SOURCE_LENGTH - 1)}…`;
}
