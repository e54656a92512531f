// The same in German.
import type { dueEn } from '../en/due.ts';

export const dueDe: typeof dueEn = {
  due: {
    hint: 'Nach der letzten Bestellung und dem eigenen Abstand, die wahrscheinlichsten zuerst. Der Export hat alle.',
    dueOn: 'Fällig am',
    window: 'Wahrscheinlich zwischen',
    due: 'Jetzt fällig',
    stage: {
      overdue: 'Überfällig',
      due_this_week: 'Diese Woche fällig',
      due_this_month: 'Später in diesem Monat fällig',
      later: 'Später fällig',
      rhythm_broken: 'Rhythmus gebrochen',
      too_few_orders: 'Zu wenige Bestellungen',
    },
    productsHint:
      'Kunden, deren nächster Kauf fällig ist, je Produkt, das beide Berichte nennen; die größten Unterschiede zuerst.',
  },
};
