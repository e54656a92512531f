// Reads pieces of the file that a bulk operation of Shopify writes: JSON lines, each order before its lines.
import * as v from 'valibot';
import { type ReadLine, type ReadOrder, resultLine } from './shopify-queries.ts';

interface Limits {
  /** The piece is the end of the file: its last order is complete. */
  readonly isWhole: boolean;
  readonly maxOrders: number;
  readonly maxRefunds: number;
}

interface Groups {
  readonly orders: readonly ReadOrder[];
  /** Length of these orders in the file. */
  readonly bytes: number;
}

const NEWLINE = 10;

/** The first orders of the piece that are complete; undefined for a piece that has none, or is not readable. */
export function readGroups(piece: Buffer, { isWhole, maxOrders, maxRefunds }: Limits): Groups | undefined {
  const orders: ReadOrder[] = [];
  let open: { readonly order: ReadOrder; readonly lines: ReadLine[]; readonly start: number } | undefined;
  let refunds = 0;
  for (let at = 0; at < piece.length; ) {
    const newline = piece.indexOf(NEWLINE, at);
    // The file may end without a newline; a cut line is part of the next piece.
    if (newline === -1 && !isWhole) break;
    const end = newline === -1 ? piece.length : newline;
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), resultLine),
      piece.toString('utf8', at, end),
    );
    if (!parsed.success) return undefined;
    const read = parsed.output;
    if ('__parentId' in read) {
      if (read.__parentId !== open?.order.id) return undefined;
      open.lines.push(read);
    } else {
      if (open !== undefined) orders.push(open.order);
      refunds += read.refunds.length;
      if (orders.length >= maxOrders || (orders.length > 0 && refunds > maxRefunds))
        return { orders, bytes: at };
      const lines: ReadLine[] = [];
      open = { order: { ...read, lines }, lines, start: at };
    }
    at = end + 1;
  }
  if (isWhole && open !== undefined) orders.push(open.order);
  const bytes = isWhole ? piece.length : (open?.start ?? 0);
  return bytes === 0 ? undefined : { orders, bytes };
}
