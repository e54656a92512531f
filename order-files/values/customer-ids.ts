// Who a customer is in an export: guests are nobody, and an e-mail address is the same in any case.

const GUESTS = new Set(['0', 'guest', 'gast', 'invité', 'invitado', 'null', 'none']);

export function isGuest(customerId: string): boolean {
  return customerId.length <= 8 && GUESTS.has(customerId.toLowerCase());
}

/** True for a column of addresses, by its name: only then is case dropped. */
export function isEmailColumn(column: string | undefined): boolean {
  return column !== undefined && /e-?mail/i.test(column);
}
