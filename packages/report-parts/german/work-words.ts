// Holds the German sentences about the work of the service.
import type { Words } from '../../../src/contract/sentences/sentence.ts';
import type { WORK_SENTENCES } from '../../../src/contract/sentences/work-sentences.ts';
import { formatOrders, formatRows, joinWithAnd } from './wording.ts';

const REASONS: Readonly<Record<string, string>> = {
  cancelled: 'storniert',
  voided: 'ungültig',
  pending: 'offen',
  failed: 'fehlgeschlagen',
  test: 'Test',
  not_paid: 'nicht bezahlt',
  other_currency: 'in anderer Währung',
};

const STEPS = {
  extract: ', als seine Bestellungen gelesen wurden',
  pass: ', als seine Teile berechnet wurden',
  join: ', als seine Teile zusammengefügt wurden',
};
const describeStep = ({ step }: { step: keyof typeof STEPS | null }): string =>
  step === null ? '' : STEPS[step];
const NARROWER =
  'Grenzen Sie ihn auf einen Zeitraum ein (Kohorten und Kundenauswahlen lesen auch frühere Bestellungen), oder verlangen Sie einen höheren Support.';
const AGAIN = 'aufs Monatslimit wird er nicht angerechnet.';

const REFUSED: Readonly<Record<string, string>> = {
  monthly_limit_exceeded:
    'Die Zahl der Berichte des Monats ist erreicht. Sie beginnt am Monatsersten (UTC) von vorn.',
  plan_required: 'Der Tarif des Kontos schließt die API nicht ein.',
  invalid_request: 'Eine Angabe des Berichts ist ungültig geworden. Bearbeiten Sie den Zeitplan.',
};

export const WORK_WORDS_DE: Pick<Words, keyof typeof WORK_SENTENCES> = {
  report_took_too_long: (params) =>
    `Der Bericht hat länger gedauert als erlaubt${describeStep(params)}. ${NARROWER}`,
  report_needs_memory: (params) =>
    `Der Bericht braucht mehr Speicher als erlaubt${describeStep(params)}. ${NARROWER}`,
  report_file_lost: (params) =>
    `Eine Zwischendatei des Berichts fehlte oder war beschädigt${describeStep(params)}. Fordern Sie den Bericht noch einmal an; ${AGAIN}`,
  report_failed: (params) =>
    `Der Bericht konnte wegen eines unerwarteten Fehlers nicht erstellt werden${describeStep(params)}. Fordern Sie ihn noch einmal an; ${AGAIN}`,
  report_cancelled: () => `Der Bericht wurde auf Wunsch abgebrochen; ${AGAIN}`,
  report_dataset_erased: () => `Der Bericht wurde abgebrochen, weil sein Datensatz gelöscht wird; ${AGAIN}`,
  report_stopped: () => `Der Bericht wurde vor dem Ende angehalten. Fordern Sie ihn noch einmal an; ${AGAIN}`,
  report_refused: ({ error_code }) =>
    REFUSED[error_code] ?? `Der Bericht konnte nicht begonnen werden (${error_code}).`,
  imports_in_progress: ({ imports, ids, waited_minutes }, { whole }) =>
    `${imports === 1 ? 'Ein Import dieses Datensatzes lief' : `${whole(imports)} Importe dieses Datensatzes liefen`} noch, als der Bericht erstellt wurde: ` +
    `${ids.join(', ')}${imports > ids.length ? ` und ${whole(imports - ids.length)} weitere` : ''}. Ein Teil der Bestellungen fehlt vielleicht. ` +
    (waited_minutes === null
      ? 'Ein Bericht mit wait_for_imports: true beginnt, wenn solche Importe beendet sind.'
      : `Der Bericht hatte ${waited_minutes} Minuten gewartet, so lange wie höchstens.`),
  files_left_out: (
    { import_id, created, rows: all, orders: counting, first_date, last_date, left_out, ...other },
    f,
  ) => {
    const period =
      first_date === null || last_date === null ? '' : `, ${f.day(first_date)} bis ${f.day(last_date)}`;
    const parts = [
      ...left_out.map((each) => {
        const of = each.orders === null ? formatRows(each.rows, f) : formatOrders(each.orders, f);
        const worth = each.amount === null ? '' : ` über ${f.moneyIn(each.amount, each.currency)}`;
        return `${of} (${REASONS[each.reason] ?? each.reason})${worth}`;
      }),
      ...(other.bad_rows > 0 ? [`${formatRows(other.bad_rows, f)}, die nicht zu lesen waren`] : []),
      ...(other.other_records > 0
        ? [`${f.whole(other.other_records)} Einträge über Gebühren, Versand und Steuern`]
        : []),
      ...(other.tips === 0 ? [] : [`Trinkgelder über ${f.moneyIn(other.tips, other.currency)}`]),
    ];
    return `Die Dateien des Imports ${import_id} vom ${f.day(created)} (${formatRows(all, f)}, ${formatOrders(counting, f)}${period}) enthalten mehr als der Bericht: ${parts.join('; ')}.`;
  },
  param_without_effect: ({ param, types }) =>
    `params.${param} hat keine Wirkung: nur Berichte vom Typ ${joinWithAnd(types)} kennen es.`,
  next_products_not_served: () =>
    'Die Liste nennt keine nächsten Produkte: es waren keine Empfehlungen veröffentlicht. Erstellen Sie einen Warenkorb-Bericht mit `serve` und dann diesen Bericht neu.',
  next_products_replaced: () =>
    'Die Liste nennt keine nächsten Produkte: die Empfehlungen wurden inzwischen ersetzt. Erstellen Sie den Bericht neu.',
  next_products_named_otherwise: () =>
    'Die Liste nennt keine nächsten Produkte: die Empfehlungen bezeichnen Produkte anders. Erstellen Sie den Bericht mit deren product_identifier und product_level.',
  next_products_too_many: ({ products, most }, f) =>
    `Die Liste nennt keine nächsten Produkte: die Empfehlungen umfassen ${f.whole(products)} Produkte, gelesen werden höchstens ${f.whole(most)}.`,
  model_not_used: () =>
    'Das Sprachmodell konnte die Erkenntnisse nicht auswählen; feste Regeln haben es getan.',
  nothing_to_compare: () =>
    'Dies ist der erste fertige Bericht mit diesem Typ, Datensatz und diesen Einstellungen: es gibt nichts zu vergleichen.',

  export_took_too_long: () =>
    'Der Export hat zu lange gedauert. Exportieren Sie weniger Zeilen: von einem Bericht mit höherer Konfidenz oder weniger Regeln, oder Bestellungen von weniger Tagen.',
  export_failed: () => 'Der Export ist fehlgeschlagen. Fordern Sie ihn noch einmal an.',
  export_stopped: () => 'Der Export wurde vor dem Ende angehalten. Fordern Sie ihn noch einmal an.',
  export_of_erased_report: () => 'Der Bericht wurde gelöscht.',
  export_of_erased_orders: () => 'Der Datensatz wird gelöscht.',
  export_over_monthly_bytes: ({ most }, { whole }) =>
    `Die Dateien sind größer als die ${whole(most)} Byte, die der Tarif im Monat noch zuließ. Exportieren Sie weniger Tage, oder als Parquet, das kleiner ist.`,
  export_of_too_many_rules: ({ found, most }, { whole }) =>
    `Der Bericht hat ${whole(found)} Regeln gefunden, ein Export fasst höchstens ${whole(most)}. Erstellen Sie einen Bericht mit höherem Support oder höherer Konfidenz, oder einen, der weniger Regeln sucht.`,
  export_of_rules_not_kept: () =>
    'Gespeichert sind nur die Regeln, die der Bericht enthält: es sind zu viele Kombinationen. Wählen Sie einen höheren Support.',
  export_without_customers: () => 'Der Bericht hat keine Kundenliste. Erstellen Sie ihn neu.',

  audience_report_failed: ({ reason }) => `Ein Bericht für die Zielgruppe ist fehlgeschlagen: ${reason}`,
  audience_too_large: ({ found, most }, { whole }) =>
    `Die Bedingungen wählen ${whole(found)} Kunden aus, und der Tarif erlaubt einer Zielgruppe ${whole(most)}. Mitglieder sind die des Laufs davor. Grenzen Sie die Bedingungen ein.`,
  audience_run_failed: () =>
    'Die Aktualisierung ist fehlgeschlagen. Die Mitglieder sind die vom letzten Mal. Starten Sie sie noch einmal.',
  audience_run_stopped: () =>
    'Die Aktualisierung wurde vor dem Ende angehalten. Die Mitglieder sind die vom letzten Mal. Starten Sie sie noch einmal.',
};
