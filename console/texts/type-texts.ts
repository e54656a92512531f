// What the console calls the types of report and what they have, in every language: a text of a type that one language lacks
// does not compile.
import { INSIGHT_TITLES, type InsightKey } from '../../report-parts/english.ts';
import type { Language } from './languages.ts';

const en = {
  type: {
    MBA: 'Market basket',
    RFM: 'Customer segments',
    COHORT: 'Cohorts',
    REPLENISHMENT: 'Due to buy again',
    EFFECT: 'Effect of an audience',
  },
  template: {
    standard_mba: {
      question: 'What is bought together?',
      means: 'Products that occur together more often than by chance, in all orders.',
    },
    first_order: {
      question: 'What do first orders start with?',
      means: 'Combinations in each customer’s first purchase.',
    },
    repeat_purchase: {
      question: 'What do regulars combine?',
      means: 'Combinations in the orders of customers with at least two purchases.',
    },
    high_value_baskets: {
      question: 'What do the best customers combine?',
      means: 'Combinations of the top fifth by spend.',
    },
    churning_analysis: {
      question: 'What did lost customers buy?',
      means: 'Combinations of customers without an order for 90 days or more.',
    },
    standard_rfm: {
      question: 'Who are my customers?',
      means: 'Segments by how recently, how often and for how much they bought.',
    },
    new_customer_cohort: {
      question: 'Who is new?',
      means: 'Segments of customers whose first order is in the last 90 days.',
    },
    cohort_retention: {
      question: 'Do customers come back?',
      means: 'Customers by the month of their first purchase, and how many order again.',
    },
    due_to_reorder: {
      question: 'Who is due to buy again?',
      means: 'Customers and products by when the next order is due, and who stays away.',
    },
    audience_effect: {
      question: 'What did contacting them change?',
      means: 'Members of an audience beside those of it who were held out.',
    },
  },
  /** Parameters that are chosen from a list, and their values. */
  choice: {
    cohort_by: {
      title: 'Cohorts by',
      names: { week: 'week', month: 'month', quarter: 'quarter', first_product: 'first product' },
    },
    product_level: { title: 'What is bought again', names: { product: 'products' } },
  },
  exported: {
    ...{ rules: 'Rules', customers: 'Customers', segments: 'Segments' },
    ...{ cohorts: 'Cohorts', groups: 'Groups by first order', products: 'Products' },
  },
  /** What customers are grouped by, now and in the report compared with. */
  group: { segment: 'Segment', cohort: 'Cohort', stage: 'Stage' },
  previousGroup: { segment: 'Segment before', cohort: 'Cohort before', stage: 'Stage before' },
  /** Columns of customers. */
  column: {
    scores: 'Scores R F M',
    monetary: 'Spent',
    frequency: 'Orders',
    recency: 'Days since last order',
    contact: 'Contact',
    first_purchase: 'First order',
    last_purchase: 'Last order',
    probability_alive: 'Probability of still being a customer',
    expected_orders_90d: 'Orders expected in 90 days',
    expected_value_90d: 'Spend expected in 90 days',
    days_to_second_order: 'Days to the second order',
    priority: 'Place in the list',
    days_until_due: 'Days until due',
    overdue_ratio: 'Days since last order ÷ own gap',
    probability_in_30_days: 'Probability of an order in 30 days',
  },
  insights: INSIGHT_TITLES,
};
type TypeTexts = typeof en;

const de: TypeTexts = {
  type: {
    MBA: 'Warenkorb',
    RFM: 'Kundensegmente',
    COHORT: 'Kohorten',
    REPLENISHMENT: 'Nachkauf fällig',
    EFFECT: 'Wirkung einer Zielgruppe',
  },
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

export const TYPE_TEXTS: Readonly<Record<Language, TypeTexts>> = { en, de };
