// What a language model receives of a report: aggregates only, findings to write about, and products as P1…Pn. No name
// of a product, no id of a customer or an order leaves the service.

export interface BriefFinding {
  /** What its slots are filled with, by their names. */
  readonly slots: Readonly<Record<string, string>>;
  /** Names of the products that it is about. */
  readonly products: readonly string[];
}

export interface ModelBrief {
  /** JSON of the figures, with the slots of each finding. */
  readonly facts: string;
  readonly findings: ReadonlyMap<string, BriefFinding>;
  /** Names of all products of the report: none may stand in a text but in a slot. */
  readonly products: Iterable<string>;
}

/** Codes in the order in which names are first met. */
export function createProductCodes() {
  const names: string[] = [];
  return {
    of(name: string): string {
      const known = names.indexOf(name);
      return `P${(known >= 0 ? known : names.push(name) - 1) + 1}`;
    },
  };
}
