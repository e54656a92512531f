// Who a customer is in an export: guests are nobody, and an e-mail address is the same in any case.

const GUESTS = new Set(['0', 'guest', 'gast', 'invité', 'invitado', 'null', 'none']);

export function isGuest(customerId: string): boolean {
  return customerId.length <= 8 && GUESTS.has(customerId.toLowerCase());
}

/** A column of the customer's addresses, by its name: not whether they want mail, nor the shop's own. */
export function isContactColumn(column: string): boolean {
  return (
    isEmailColumn(column) &&
    !/seller|vendor|shop|store|market|subscri|verified|opt|consent|status|sent/i.test(column)
  );
}

/** True for a column of addresses, by its name: only then is case dropped. */
export function isEmailColumn(column: string | undefined): boolean {
  return column !== undefined && /e-?mail/i.test(column);
}
