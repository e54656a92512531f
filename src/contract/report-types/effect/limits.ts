// How long a campaign may count. The descriptions of its parameters cite these numbers.

export const MOST_DAYS = 365;
export const DEFAULT_DAYS = 30;

/** Fewest customers in an arm for a verdict on a measure. */
export const LEAST_IN_ARM = 30;

/** Customers with the measure that the smaller arm must be expected to have (Cochran, Biometrics 10, 1954). */
export const LEAST_EXPECTED = 5;

/** too_few and not_begun: nothing is said. not_yet: the window still runs. undecided: it has ended. */
export const VERDICTS = ['not_begun', 'too_few', 'not_yet', 'undecided', 'more', 'fewer'] as const;

export type EffectVerdict = (typeof VERDICTS)[number];

/**
 * customers: who ordered, once or more; orders: purchases; revenue: net, returns taken off; repeat: who ordered twice
 * or more. Each is a sum over everyone assigned, so that its mean is a share or an amount per customer.
 */
export const EFFECT_MEASURES = ['customers', 'orders', 'revenue', 'repeat'] as const;

export type EffectMeasure = (typeof EFFECT_MEASURES)[number];
