// How customers are reached, as the files have it: an e-mail address beside the customer's id, for lists of a campaign. It is
// no part of the orders, and goes nowhere but into such a list.
import { OrderFileError } from '../problems/errors.ts';
import { plainName } from '../profiles/profile.ts';
import { detached } from '../rows/texts.ts';
import { isEmailColumn } from './customer-ids.ts';

export class Contacts {
  /** Undefined: a column of e-mail addresses. */
  private readonly column: string | undefined;
  private readonly byCustomer = new Map<string, string>();
  /** Whether a file has the column. */
  areKnown = false;

  constructor(column: string | undefined) {
    this.column = column;
  }

  /** -1 where the file has no such column beside that of the ids. Throws OrderFileError for one that was named. */
  positionIn(source: string, header: readonly string[], idPosition: number): number {
    const { column } = this;
    const position =
      column === undefined
        ? header.findIndex((name, at) => at !== idPosition && isEmailColumn(name))
        : header.map(plainName).indexOf(plainName(column));
    if (position === -1 && column !== undefined)
      throw new OrderFileError(source, { code: 'unknown_column', field: 'contact', column, header });
    if (position !== -1) this.areKnown = true;
    return position;
  }

  /** The last one of a customer stays. */
  note(customerId: string | undefined, cell: string | undefined): void {
    const contact = cell?.trim() ?? '';
    if (customerId !== undefined && contact !== '') this.byCustomer.set(customerId, detached(contact));
  }

  of(customerId: string): string {
    return this.byCustomer.get(customerId) ?? '';
  }
}
