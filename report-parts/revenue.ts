// Revenue is one sum, in every type of report, wherever it is shown: the net value of all orders that the report covers.
// What the report's other figures are about is named for what it is.
import type { Fact } from './table.ts';

interface Turnover {
  readonly returns?: number | undefined;
  readonly net_revenue?: number | undefined;
}

export interface RevenueWords {
  readonly revenue: string;
  readonly returns: string;
}

/** `own`: the sum of the report's other figures, by its name. */
export function revenueFacts(
  turnover: Turnover | null,
  [label, own]: readonly [label: string, value: number | null | undefined],
  write: (value: number) => string,
  words: RevenueWords,
): Fact[] {
  const { returns, net_revenue: net } = turnover ?? {};
  return [
    ...(net === undefined ? [] : [[words.revenue, write(net), { value: net, write }] as const]),
    ...(returns ? [[words.returns, write(returns), { value: returns, write }] as const] : []),
    ...(own === null || own === undefined || own === net
      ? []
      : [[label, write(own), { value: own, write }] as const]),
  ];
}
