// Composes the id of an order from several columns: where a file has none, or numbers that restart each day, an order
// is what a customer bought on a day, or a receipt's number with its day and till.

import type { ColumnMap } from '../columns/column-map.ts';
import { type DateFormat, readOrderDate } from '../values/order-dates.ts';
import { getCell } from './cell-reader.ts';

export type AddOrderId = (cells: readonly string[]) => readonly string[];

/** Returns a function that adds the composed id to a record's own cells; undefined if one column holds the id. */
export function createOrderIdComposer(
  { orderIdParts, width }: ColumnMap,
  dateFormat: DateFormat,
): AddOrderId | undefined {
  if (orderIdParts.length === 0) return undefined;
  const getDay = createDayReader(dateFormat);
  return (cells) => {
    const parts = orderIdParts.map(({ position, isDate }) => {
      const cell = getCell(cells, position);
      return cell !== undefined && isDate ? getDay(cell) : cell;
    });
    // Without one of them, lines of several orders would share an id.
    const id = parts.includes(undefined) ? '' : parts.join(' ');
    return [...cells.slice(0, width), id];
  };
}

/** Returns the day of a date; a cell that is no date stays as it is. */
function createDayReader(format: DateFormat): (cell: string) => string {
  let [lastCell, lastDay] = ['', ''];
  return (cell) => {
    if (cell === lastCell) return lastDay;
    lastCell = cell;
    lastDay = readOrderDate(cell, format)?.slice(0, 10) ?? cell;
    return lastDay;
  };
}
