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
  'Wählen Sie weniger Tage, oder verlangen Sie, dass mehr Warenkörbe eine Kombination enthalten. Kohorten und Kundenauswahlen lesen auch frühere Bestellungen.';
const AGAIN = 'Er zählt nicht zum monatlichen Kontingent.';

const REFUSED: Readonly<Record<string, string>> = {
  monthly_limit_exceeded:
    'Das Kontingent an Berichten dieses Monats ist ausgeschöpft. Es beginnt am Monatsersten (UTC) von vorn.',
  plan_required: 'Der Tarif des Kontos schließt die API nicht ein.',
  invalid_request: 'Eine Angabe des Berichts ist ungültig geworden. Bearbeiten Sie den Zeitplan.',
};

export const WORK_WORDS_DE: Pick<Words, keyof typeof WORK_SENTENCES> = {
  report_took_too_long: (params) =>
    `Der Bericht hat länger gedauert als erlaubt${describeStep(params)}. ${NARROWER}`,
  report_needs_memory: (params) =>
    `Der Bericht braucht mehr Speicher als erlaubt${describeStep(params)}. ${NARROWER}`,
  report_file_lost: (params) =>
    `Eine Zwischendatei des Berichts fehlte oder war beschädigt${describeStep(params)}. Fordern Sie den Bericht noch einmal an. ${AGAIN}`,
  report_failed: (params) =>
    `Der Bericht konnte wegen eines unerwarteten Fehlers nicht erstellt werden${describeStep(params)}. Fordern Sie ihn noch einmal an. ${AGAIN}`,
  report_cancelled: () => `Der Bericht wurde auf Wunsch abgebrochen. ${AGAIN}`,
  report_dataset_erased: () => `Der Bericht wurde abgebrochen, weil sein Datensatz gelöscht wird. ${AGAIN}`,
  report_stopped: () => `Der Bericht wurde vor dem Ende angehalten. Fordern Sie ihn noch einmal an. ${AGAIN}`,
  report_refused: ({ error_code }) =>
    REFUSED[error_code] ?? `Der Bericht konnte nicht begonnen werden (${error_code}).`,
  imports_in_progress: ({ imports, ids, waited_minutes }, { whole }) =>
    `${imports === 1 ? 'Ein Import dieses Datensatzes lief' : `${whole(imports)} Importe dieses Datensatzes liefen`} noch, als der Bericht erstellt wurde: ` +
    `${ids.join(', ')}${imports > ids.length ? ` und ${whole(imports - ids.length)} weitere` : ''}. Ein Teil der Bestellungen fehlt vielleicht. ` +
    (waited_minutes === null
      ? 'Ein Bericht mit wait_for_imports: true beginnt erst nach solchen Importen.'
      : `Der Bericht hatte ${waited_minutes} Minuten gewartet, länger wartet er nicht.`),
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
    `params.${param} hat keine Wirkung: Nur Berichte vom Typ ${joinWithAnd(types)} kennen den Parameter.`,
  next_products_not_served: () =>
    'Die Liste nennt keine nächsten Produkte: Es waren keine Empfehlungen veröffentlicht. Fordern Sie einen Bericht mit Empfehlungen an, und danach diesen noch einmal.',
  next_products_replaced: () =>
    'Die Liste nennt keine nächsten Produkte: Die Empfehlungen wurden inzwischen ersetzt. Fordern Sie den Bericht noch einmal an.',
  next_products_named_otherwise: () =>
    'Die Liste nennt keine nächsten Produkte: Die Empfehlungen bezeichnen Produkte anders. Fordern Sie den Bericht mit ihrem product_identifier und product_level an.',
  next_products_too_many: ({ products, most }, f) =>
    `Die Liste nennt keine nächsten Produkte: Die Empfehlungen umfassen ${f.whole(products)} Produkte, gelesen werden höchstens ${f.whole(most)}.`,
  persons_not_served: ({ ids, most }, f) =>
    `Empfehlungen für einen Kunden berücksichtigen nur die angefragte Kundennummer: ${f.whole(ids)} Kundennummern sind mit anderen zusammengefasst, gespeichert werden dafür höchstens ${f.whole(most)}.`,
  model_not_used: () =>
    'Das Sprachmodell konnte die Erkenntnisse nicht auswählen. Feste Regeln haben sie ausgewählt.',
  nothing_to_compare: () =>
    'Dies ist der erste fertige Bericht dieser Art über diesen Datensatz mit diesen Einstellungen: Es gibt nichts zu vergleichen.',

  export_took_too_long: () =>
    'Der Export hat zu lange gedauert. Exportieren Sie einen Bericht mit weniger Regeln oder Bestellungen von weniger Tagen.',
  export_failed: () => 'Der Export ist fehlgeschlagen. Fordern Sie ihn noch einmal an.',
  export_stopped: () => 'Der Export wurde vor dem Ende angehalten. Fordern Sie ihn noch einmal an.',
  export_of_erased_report: () => 'Der Bericht wurde gelöscht.',
  export_of_erased_orders: () => 'Der Datensatz wird gelöscht.',
  export_over_monthly_bytes: ({ most }, { whole }) =>
    `Die Dateien sind größer als die ${whole(most)} Byte, die der Tarif in diesem Monat noch zulässt. Exportieren Sie weniger Tage, oder wählen Sie Parquet: Das ist kleiner.`,
  export_of_too_many_rules: ({ found, most }, { whole }) =>
    `Der Bericht hat ${whole(found)} Regeln gefunden, ein Export fasst höchstens ${whole(most)}. Fordern Sie einen Bericht an, der weniger Regeln sucht oder einen höheren Anteil der Warenkörbe oder Käufer verlangt.`,
  export_of_rules_not_kept: () =>
    'Gespeichert sind nur die Regeln, die der Bericht enthält: Es gibt zu viele Kombinationen. Wählen Sie einen höheren Anteil der Warenkörbe.',
  export_without_customers: () => 'Der Bericht hat keine Kundenliste. Fordern Sie ihn noch einmal an.',

  audience_report_failed: ({ reason }) => `Ein Bericht für die Zielgruppe ist fehlgeschlagen: ${reason}`,
  audience_too_large: ({ found, most }, { whole }) =>
    `Die Bedingungen wählen ${whole(found)} Kunden aus, und der Tarif erlaubt einer Zielgruppe ${whole(most)}. Die Mitglieder sind die vom letzten Mal. Grenzen Sie die Bedingungen ein.`,
  audience_run_failed: () =>
    'Die Aktualisierung ist fehlgeschlagen. Die Mitglieder sind die vom letzten Mal. Starten Sie sie noch einmal.',
  audience_run_stopped: () =>
    'Die Aktualisierung wurde vor dem Ende angehalten. Die Mitglieder sind die vom letzten Mal. Starten Sie sie noch einmal.',
};
