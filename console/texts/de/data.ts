// Texts of datasets, imports, usage and erasures, in German.
import type { dataEn } from '../en/data.ts';

export const dataDe: typeof dataEn = {
  datasets: {
    title: 'Datensätze',
    name: 'Datensatz',
    rows: 'Positionen',
    orders: 'Bestellungen',
    customers: 'Kunden',
    days: 'Erster und letzter Tag',
    counted: 'Gezählt',
    notCounted: 'zählt der erste Bericht darüber',
    noDates: 'ohne Datum',
    currency: 'Währung',
    timeZone: 'Zeitzone',
    notSet: 'nicht gesetzt',
    empty: 'Es wurden noch keine Bestellungen übertragen.',
  },
  recent: {
    title: 'Letzte Importe',
    accepted: 'Angenommen',
    dataset: 'Datensatz',
    status: 'Status',
    requests: 'Anfragen',
    inserted: 'Neue Zeilen',
    updated: 'Aktualisiert',
    failed: 'Fehlgeschlagen',
    none: 'Noch keine Importe.',
  },
  usage: {
    title: 'Nutzung',
    rows: 'Gespeicherte Zeilen',
    reports: 'Berichte in diesem Monat (UTC)',
    requests: 'Anfragen pro Minute',
    plan: 'Tarif',
    of: (used, limit) => `${used} von ${limit}`,
  },
  erase: {
    customerTitle: 'Einen Kunden löschen',
    explain:
      'Löscht die Bestellungen des Kunden endgültig. Was danach übertragen wird, wird wie gewohnt gespeichert.',
    datasetTitle: 'Einen ganzen Datensatz löschen',
    explainDataset:
      'Löscht alle seine Bestellungen und Berichte endgültig. Was danach übertragen wird, wird wie gewohnt gespeichert.',
    dataset: 'Datensatz',
    customer: 'Kunde',
    holds: (orders, rows, customers, at) =>
      `Bei der letzten Zählung am ${at} waren es ${orders} Bestellungen mit ${rows} Positionen von ${customers} Kunden.`,
    notCounted: 'Seine Bestellungen wurden noch nicht gezählt: der erste Bericht über alle tut es.',
    type: (dataset) => `Geben Sie ${dataset} ein, um ihn zu löschen`,
    askCustomer: 'Kunden löschen',
    askDataset: 'Datensatz löschen',
    sure: 'Endgültig löschen?',
    sureCustomer: (customer, dataset) =>
      `Alle Bestellungen von ${customer} in ${dataset} werden gelöscht, und die Kundenlisten der Berichte nennen den Kunden nicht mehr. Zahlen fertiger Berichte bleiben.`,
    sureDataset: (dataset) => `Alle Bestellungen in ${dataset} und alle Berichte darüber werden gelöscht.`,
    yes: 'Löschen',
    no: 'Abbrechen',
    list: 'Löschungen und ihre Nachweise',
    none: 'Es wurde nichts gelöscht.',
    counts: (orders, rows, reports, letters) =>
      `Gelöscht: Bestellungen ${orders}, Zeilen ${rows}, Berichte ${reports}, unzustellbare Nachrichten ${letters}.`,
    asked: (at) => `Angefordert ${at}`,
    done: (at) => `fertig ${at}`,
    recoverable: (at) => `nach dem ${at} ist keine Kopie mehr wiederherstellbar`,
  },
};
