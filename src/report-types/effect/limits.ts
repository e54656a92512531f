// How long a campaign may count. The descriptions of its parameters cite these numbers.

export const MOST_DAYS = 365;
export const DEFAULT_DAYS = 30;
