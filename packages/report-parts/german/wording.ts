// Lists and counts in German sentences.
import type { FigureFormats } from '../../../src/contract/sentences/figures.ts';

/** A share that someone chose, 0..1, with its own decimals: „1 %“, „0,25 %“. */
export function formatChosenPercent(share: number, { fixed }: FigureFormats): string {
  const percent = Number((100 * share).toPrecision(6));
  return `${fixed(percent, String(percent).split('.')[1]?.length ?? 0)}\u00A0%`;
}

/** „A“, „A und B“, „A, B und C“. */
export function joinWithAnd(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} und ${last}`;
}

/** The names, and how many more there are. */
export function formatNames(names: readonly string[], more: number, { whole }: FigureFormats): string {
  return joinWithAnd([...names, ...(more > 0 ? [`${whole(more)} weitere`] : [])]);
}

/** „1 Kunde“, „2.345 Kunden“. */
export function formatCount(count: number, one: string, many: string, { whole }: FigureFormats): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}

export const formatOrders = (count: number, figures: FigureFormats): string =>
  formatCount(count, 'Bestellung', 'Bestellungen', figures);
export const formatCustomers = (count: number, figures: FigureFormats): string =>
  formatCount(count, 'Kunde', 'Kunden', figures);
export const formatRows = (count: number, figures: FigureFormats): string =>
  formatCount(count, 'Zeile', 'Zeilen', figures);
/** Formats a number of days in the dative: „nach 3 Tagen“. */
export const formatDayCount = (count: number, figures: FigureFormats): string =>
  formatCount(count, 'Tag', 'Tagen', figures);
