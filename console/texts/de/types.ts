// What types of report have, in German.
import type { InsightKey } from '../../../report-parts/english.ts';
import type { TypeTexts } from '../en/types.ts';

export const typesDe: TypeTexts = {
  template: {
    standard_mba: {
      question: 'Was wird zusammen gekauft?',
      means: 'Produkte, die öfter als zufällig zusammen vorkommen, in allen Bestellungen.',
    },
    first_order: { question: 'Womit beginnen Kunden?', means: 'Kombinationen im ersten Kauf jedes Kunden.' },
    repeat_purchase: {
      question: 'Was kombinieren Stammkunden?',
      means: 'Kombinationen in Bestellungen von Kunden mit mindestens zwei Käufen.',
    },
    high_value_baskets: {
      question: 'Was kombinieren die besten Kunden?',
      means: 'Kombinationen des obersten Fünftels nach Umsatz.',
    },
    churning_analysis: {
      question: 'Was kauften verlorene Kunden?',
      means: 'Kombinationen von Kunden ohne Bestellung seit mindestens 90 Tagen.',
    },
    standard_rfm: {
      question: 'Wer sind meine Kunden?',
      means: 'Segmente danach, wann zuletzt, wie oft und für wie viel sie gekauft haben.',
    },
    new_customer_cohort: {
      question: 'Wer ist neu?',
      means: 'Segmente der Kunden, deren erste Bestellung in den letzten 90 Tagen liegt.',
    },
    cohort_retention: {
      question: 'Kommen Kunden wieder?',
      means: 'Kunden nach dem Monat ihres ersten Kaufs, und wie viele wieder bestellen.',
    },
    due_to_reorder: {
      question: 'Wer kauft demnächst wieder?',
      means: 'Kunden und Produkte danach, wann die nächste Bestellung fällig ist, und wer ausbleibt.',
    },
    audience_effect: {
      question: 'Was hat die Kampagne bewirkt?',
      means: 'Mitglieder einer Zielgruppe neben denen, die zurückgehalten wurden.',
    },
  },
  /** Parameters that are chosen from a list, and their values. */
  choice: {
    cohort_by: {
      title: 'Kohorten nach',
      names: { week: 'Woche', month: 'Monat', quarter: 'Quartal', first_product: 'erstem Produkt' },
    },
    product_level: { title: 'Was wieder gekauft wird', names: { product: 'Produkte' } },
  },
  exported: {
    ...{ rules: 'Regeln', customers: 'Kunden', segments: 'Segmente' },
    ...{ cohorts: 'Kohorten', groups: 'Gruppen nach erster Bestellung', products: 'Produkte' },
  },
  /** What customers are grouped by, now and in the report compared with. */
  group: { segment: 'Segment', cohort: 'Kohorte', stage: 'Stand' },
  previousGroup: { segment: 'Segment vorher', cohort: 'Kohorte vorher', stage: 'Stand vorher' },
  /** Columns of customers. */
  column: {
    scores: 'Noten R F M',
    monetary: 'Ausgaben',
    frequency: 'Bestellungen',
    recency: 'Tage seit letzter Bestellung',
    contact: 'Kontakt',
    first_purchase: 'Erste Bestellung',
    last_purchase: 'Letzte Bestellung',
    probability_alive: 'Wahrscheinlichkeit, noch Kunde zu sein',
    expected_orders_90d: 'Erwartete Bestellungen in 90 Tagen',
    expected_value_90d: 'Erwartete Ausgaben in 90 Tagen',
    days_to_second_order: 'Tage bis zur zweiten Bestellung',
    priority: 'Platz in der Liste',
    days_until_due: 'Tage bis fällig',
    overdue_ratio: 'Tage seit letzter Bestellung ÷ eigener Abstand',
    probability_in_30_days: 'Wahrscheinlichkeit einer Bestellung in 30 Tagen',
  },
  insights: {
    summary: 'Kurz gesagt',
    bundles: 'Pakete',
    cross_sells: 'Dazu anbieten',
    placements: 'Nebeneinander zeigen',
    value_at_risk: 'Gefährdeter Umsatz',
    core_customers: 'Stammkunden',
    concentration: 'Abhängigkeit von wenigen',
    growth: 'Veränderung',
    predictions: 'Vorhersagen',
    retention: 'Wiederkehr',
    value: 'Wert',
    second_order: 'Zweite Bestellung',
    first_orders: 'Erste Bestellungen',
    recent_cohorts: 'Neuere Kunden',
    due: 'Wer fällig ist',
    due_products: 'Fällige Produkte',
    rhythm_broken: 'Rhythmus gebrochen',
    tried: 'Wie gut das bisher stimmte',
    business_context: 'Wozu dieser Bericht dient',
    context: 'Mitgegebener Zusammenhang',
  } satisfies Readonly<Record<InsightKey, string>>,
};
