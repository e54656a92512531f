// Keeps the state that all files of a reading share: the ledger, the currency of the dataset, and which orders count.

import type { Doubt } from './doubts/doubts.ts';
import { findGuestName, toGuestKey } from './doubts/guest-names.ts';
import { OrderFileError } from './problems/errors.ts';
import { type LeftOutStatus, type Profile, type StatusMeaning, toPlainName } from './profiles/profile.ts';
import { detachText } from './text/texts.ts';
import { Ledger, type LeftOutRow, MAX_STATUSES } from './totals/ledger.ts';
import { Currencies, type CurrencyOptions } from './values/currencies.ts';

export interface AccountOptions extends CurrencyOptions {
  /** Doubts that the operator has answered: the data is right although it looks wrong. */
  readonly accept?: readonly Doubt[] | undefined;
  /** Columns that take money or rows away, and that the operator leaves unread. */
  readonly ignore?: readonly string[] | undefined;
  /** The meaning of rows whose quantity and price are both negative. */
  readonly negatives?: Negatives | undefined;
  /** Names of customers that are nobody in particular: their orders are those of guests. */
  readonly guests?: readonly string[] | undefined;
  /** Statuses that count although they are not paid. */
  readonly include?: readonly LeftOutStatus[] | undefined;
  /** Statuses that the operator decided on, as the file writes them; they override the profile's. */
  readonly paid?: readonly string[] | undefined;
  readonly notPaid?: readonly string[] | undefined;
}

export const NEGATIVES = ['return', 'sale'] as const;
export type Negatives = (typeof NEGATIVES)[number];

/** Why an order is left out for its status; `not_paid`: the operator's decision. */
export type LeftOutByStatus = LeftOutStatus | 'not_paid';

export class Bookkeeping {
  readonly ledger = new Ledger();
  readonly currencies: Currencies;
  /** Lines so far in files whose lines are orders. */
  basketLines = 0;
  private readonly accepted: ReadonlySet<Doubt>;
  readonly negatives: Negatives | undefined;
  private readonly ignored: ReadonlySet<string>;
  /** Names of guests by their keys, and by what `findGuestName` makes of them. */
  private readonly guests = new Map<string, string>();
  private readonly include: ReadonlySet<StatusMeaning>;
  private readonly decided: ReadonlyMap<string, 'paid' | 'not_paid'>;
  /** The status of the previous row, which nearly every row repeats, and its plain name. */
  private lastStatus = '';
  private lastName = '';
  /** The place of the first unknown status. */
  private statusColumn: { readonly source: string; readonly column: string } | undefined;

  constructor(options: AccountOptions = {}) {
    const {
      accept = [],
      ignore = [],
      negatives,
      guests = [],
      include = [],
      paid = [],
      notPaid = [],
      ...currencies
    } = options;
    this.accepted = new Set(accept);
    this.negatives = negatives;
    this.ignored = new Set(ignore.map(toPlainName));
    for (const name of guests) {
      this.guests.set(toGuestKey(name), name);
      const base = findGuestName(name);
      if (base !== undefined) this.guests.set(base, name);
    }
    this.currencies = new Currencies(currencies);
    this.include = new Set(include);
    this.decided = new Map([
      ...paid.map((status) => [toPlainName(status), 'paid'] as const),
      ...notPaid.map((status) => [toPlainName(status), 'not_paid'] as const),
    ]);
  }

  /** Returns why a row of this status is left out; undefined when it counts. */
  leftOut(
    status: string,
    { statuses }: Profile,
    row: { readonly source: string; readonly column: string; readonly amount: number },
  ): LeftOutByStatus | undefined {
    if (status !== this.lastStatus) {
      this.lastStatus = detachText(status);
      this.lastName = toPlainName(status);
    }
    const name = this.lastName;
    const meaning = this.decided.get(name) ?? statuses[name];
    if (meaning === undefined) this.statusColumn ??= row;
    const leftOut =
      meaning === undefined || meaning === 'paid' || this.isIncluded(meaning) ? undefined : meaning;
    const counts = meaning === undefined ? undefined : leftOut === undefined;
    this.ledger.noteStatus(status, counts, row.amount);
    return leftOut;
  }

  /** Returns the factor for the amount of a row; undefined, and noted, if its currency leaves the row out. */
  countInCurrency(row: LeftOutRow, date: string | undefined): number | undefined {
    this.currencies.note(row.currency, row.amount);
    const factor = this.currencies.factor(row.currency, date);
    if (factor === undefined) this.ledger.leaveOut('other_currency', row);
    return factor;
  }

  /** Returns the operator's name of the guest; undefined for any other customer. */
  findGuest(customer: string): string | undefined {
    if (this.guests.size === 0) return undefined;
    return this.guests.get(toGuestKey(customer)) ?? this.guests.get(findGuestName(customer) ?? '');
  }

  isIncluded(reason: LeftOutByStatus): boolean {
    return reason !== 'not_paid' && this.include.has(reason);
  }

  /** Called after the last row. Throws OrderFileError for what only the operator can decide. */
  demandDecisions(): void {
    const { statusColumn } = this;
    if (statusColumn !== undefined) {
      const statuses = this.ledger.statuses.filter(({ counts }) => counts === undefined);
      throw new OrderFileError(statusColumn.source, {
        code: 'unknown_statuses',
        column: statusColumn.column,
        statuses: statuses.map(({ status, rows, amount }) => ({ status, rows, amount })),
        currency: this.currencies.found.length > 1 ? undefined : this.currencies.own,
        isMore: statuses.length >= MAX_STATUSES,
      });
    }
    this.currencies.demandOne();
    this.ledger.doubts.demandAnswers(this.accepted, this.ignored, this.currencies.own);
  }
}
