// Which groups by first order are said to differ from all others.

/** Both the p-value of all groups at once and the group's own q-value are below it. */
export const GROUP_SIGNIFICANCE = 0.05;

/** `pValue`: of all groups at once; none where no second order tells groups apart. */
export function namedGroups<G extends { readonly q_value: number }>(
  groups: readonly G[],
  pValue: number | null,
): G[] {
  if (pValue === null || pValue >= GROUP_SIGNIFICANCE) return [];
  return groups.filter(({ q_value }) => q_value < GROUP_SIGNIFICANCE);
}
