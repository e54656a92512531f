// Ids that a spreadsheet has turned into numbers and rounded: 1.23E+12 is one id for all orders that begin so.
import type { FileProblem } from '../problems/file-problems.ts';
import type { OrderRow } from '../rows/check-row.ts';
import type { Place } from './place.ts';

const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+\d\d$/i;
const PLUS = 0x2b;

interface Found extends Place {
  readonly field: 'order_id' | 'customer_id';
  readonly cell: string;
}

export class ScientificIds {
  private readonly first = new Map<Found['field'], Found>();
  private lastOrder = '';
  private lastCustomer: string | undefined;

  add({ order_id, customer_id, line }: OrderRow, source: string): void {
    if (order_id !== this.lastOrder) {
      this.lastOrder = order_id;
      this.note('order_id', order_id, line, source);
    }
    if (customer_id === undefined || customer_id === this.lastCustomer) return;
    this.lastCustomer = customer_id;
    this.note('customer_id', customer_id, line, source);
  }

  private note(field: Found['field'], cell: string, line: number, source: string): void {
    // The exponent has two digits.
    if (cell.charCodeAt(cell.length - 3) !== PLUS || !SCIENTIFIC.test(cell)) return;
    if (!this.first.has(field)) this.first.set(field, { field, cell, line, source });
  }

  found(): { readonly source: string; readonly problem: FileProblem } | undefined {
    const first = this.first.get('order_id') ?? this.first.get('customer_id');
    if (first === undefined) return undefined;
    const { source, field, cell, line } = first;
    return { source, problem: { code: 'scientific_ids', field, cell, line } };
  }
}
