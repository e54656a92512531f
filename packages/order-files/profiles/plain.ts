// Files of no known exporter: one line per product and order, columns by common names. Every line is complete, so the
// lines of an order may be anywhere.
import type { Profile, StatusMeaning } from './profile.ts';

/** Names in English, then German, French, Spanish and Dutch. */
function splitNames(names: string): readonly string[] {
  return names.trim().split(/\s+/);
}

function assignMeaning(is: StatusMeaning, statuses: string): [string, StatusMeaning][] {
  return splitNames(statuses).map((status) => [status, is]);
}

export const PLAIN: Profile = {
  id: 'plain',
  title: 'Order lines',
  signatures: [],
  /** Its columns are known by their words and cells: see `columns/column-fields.ts`. */
  columns: {},
  statuses: Object.fromEntries([
    ...assignMeaning(
      'paid',
      'paid completed complete shipped delivered fulfilled processing processed closed done',
    ),
    ...assignMeaning(
      'paid',
      'bezahlt versendet versandt geliefert abgeschlossen payee paye expediee livree terminee',
    ),
    ...assignMeaning('paid', 'pagado enviado entregado completado betaald verzonden geleverd afgerond'),
    ...assignMeaning(
      'cancelled',
      'cancelled canceled storniert annule annulee cancelado anulado geannuleerd',
    ),
    ...assignMeaning('voided', 'void voided'),
    ...assignMeaning('failed', 'failed declined fehlgeschlagen echouee fallido mislukt'),
    ...assignMeaning(
      'pending',
      'pending pendingpayment unpaid draft onhold ausstehend offen unbezahlt enattente',
    ),
    ...assignMeaning('pending', 'pendiente inafwachting openstaand'),
    ...assignMeaning('test', 'test'),
  ]),
  block: {
    linesStandAlone: true,
    quantityFollowsAmount: true,
    prices: 'before line discount',
    refundDate: 'of the order',
  },
};
