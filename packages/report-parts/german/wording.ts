// Lists and counts in German sentences.
import type { Figures } from '../../../src/contract/sentences/figures.ts';

/** „A“, „A und B“, „A, B und C“. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} und ${last}`;
}

/** The names, and how many more there are. */
export function named(names: readonly string[], more: number, { whole }: Figures): string {
  return listed([...names, ...(more > 0 ? [`${whole(more)} weitere`] : [])]);
}

/** „1 Kunde“, „2.345 Kunden“. */
export function counted(count: number, one: string, many: string, { whole }: Figures): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}

export const orders = (count: number, figures: Figures): string =>
  counted(count, 'Bestellung', 'Bestellungen', figures);
export const customers = (count: number, figures: Figures): string =>
  counted(count, 'Kunde', 'Kunden', figures);
export const rows = (count: number, figures: Figures): string => counted(count, 'Zeile', 'Zeilen', figures);
/** In the dative: „nach 3 Tagen“. */
export const days = (count: number, figures: Figures): string => counted(count, 'Tag', 'Tagen', figures);
