// The models of purchases, by name, and the simpler forecasts that they are tried beside.

export const MODEL_NAMES = ['NBD', 'BG/NBD', 'MBG/NBD', 'CNBD-k', 'BG/CNBD-k', 'MBG/CNBD-k'] as const;

export type ModelName = (typeof MODEL_NAMES)[number];

export const REPEATED = 'naive';

export const OWN_FREQUENCY = 'own_frequency';

export const FORECAST_NAMES = [REPEATED, OWN_FREQUENCY, ...MODEL_NAMES] as const;

export type ForecastName = (typeof FORECAST_NAMES)[number];
