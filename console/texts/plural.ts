// One word for one, another for more.

/** `shown`: the count as it is written. */
export const plural = (count: number, shown: string, one: string, many: string): string =>
  `${shown} ${count === 1 ? one : many}`;
