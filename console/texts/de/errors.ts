// What the service and its client refuse or fail with, in German, by code. Their own words, which name fields and figures,
// are English: they stand below.

const whole = (value: number): string => value.toLocaleString('de');

/** Of `monthly_limit_exceeded`. */
export interface ErrorFigures {
  readonly limit?: number | undefined;
  readonly used?: number | undefined;
}

export type ErrorWords = Readonly<Record<string, (figures: ErrorFigures) => string>>;

export const errorsDe: ErrorWords = {
  invalid_request: () =>
    'Eine Angabe fehlt oder ist ungültig. Ändern Sie sie, und senden Sie sie noch einmal.',
  unauthorized: () => 'Der Schlüssel ist unbekannt, abgelaufen oder widerrufen.',
  plan_required: () => 'Der Tarif des Kontos schließt die API nicht ein.',
  key_not_allowed: () => 'Der Schlüssel darf das nicht.',
  origin_not_allowed: () => 'Der Schlüssel ist nicht für Seiten dieser Herkunft.',
  not_found: () => 'Das gibt es nicht, oder es gehört zu einem anderen Konto.',
  method_not_allowed: () => 'Die Adresse lässt diese Art von Anfrage nicht zu.',
  request_in_progress: () => 'Dieselbe Anfrage wird gerade bearbeitet. Versuchen Sie es gleich noch einmal.',
  dataset_being_erased: () => 'Der Datenbestand wird gerade gelöscht. Warten Sie, bis das abgeschlossen ist.',
  report_not_finished: () => 'Der Bericht ist noch nicht fertig.',
  payload_too_large: () => 'Die Anfrage ist zu groß.',
  idempotency_key_reused: () => 'Unter derselben Kennung wurde schon eine andere Anfrage gesendet.',
  rate_limited: () => 'Es waren zu viele Anfragen in einer Minute. Warten Sie einen Augenblick.',
  monthly_limit_exceeded: ({ limit, used }) =>
    limit === undefined || used === undefined
      ? 'Die Zahl der Berichte des Monats ist erreicht. Sie beginnt am Monatsersten (UTC) von vorn.'
      : `Die Zahl der Berichte des Monats ist erreicht: ${whole(used)} von ${whole(limit)}. Sie beginnt am Monatsersten (UTC) von vorn.`,
  export_limit_exceeded: () =>
    'Es werden schon so viele Dateien geschrieben, wie erlaubt sind. Warten Sie auf eine davon.',
  import_limit_exceeded: () =>
    'Frühere Importe des Kontos werden noch übernommen. Versuchen Sie es in einigen Sekunden noch einmal.',
  webhook_limit_exceeded: () =>
    'Andere Ereignisse, die auf Anforderung gesendet wurden, warten noch auf ihre Empfänger. Versuchen Sie es gleich noch einmal.',
  precondition_failed: () =>
    'Die Angaben wurden inzwischen geändert. Laden Sie sie neu, und ändern Sie sie dann.',
  schedule_limit_exceeded: () =>
    'Das Konto hat so viele Zeitpläne, wie erlaubt sind. Löschen Sie zuerst einen.',
  audience_limit_exceeded: () =>
    'Das Konto hat so viele Zielgruppen, wie sein Tarif erlaubt. Löschen Sie zuerst eine.',
  destination_limit_exceeded: () =>
    'Das Konto hat so viele Ziele von Zielgruppen, wie sein Tarif erlaubt. Löschen Sie zuerst eines.',
  endpoint_limit_exceeded: () =>
    'Das Konto hat so viele Webhook-Endpunkte, wie sein Tarif erlaubt. Löschen Sie zuerst einen.',
  source_limit_exceeded: () => 'Das Konto hat so viele Quellen, wie erlaubt sind. Löschen Sie zuerst eine.',
  key_limit_exceeded: () =>
    'Das Konto hat so viele Schlüssel dieser Art, wie erlaubt sind. Widerrufen Sie zuerst einen.',
  last_admin_key: () => 'Kein anderer Verwaltungsschlüssel gilt so lange.',
  invalid_signature: () => 'Die Signatur des Ereignisses ist ungültig.',
  source_paused: () => 'Die Quelle ist angehalten.',
  internal_error: () => 'Im Dienst ist ein Fehler aufgetreten. Versuchen Sie es noch einmal.',
  network_error: () => 'Der Dienst ist nicht zu erreichen. Prüfen Sie die Verbindung.',
  request_timeout: () => 'Der Dienst hat nicht rechtzeitig geantwortet.',
  unexpected_response: () =>
    'Geantwortet hat nicht der Dienst: etwas auf dem Weg zu ihm hat die Anfrage abgefangen.',
  timeout: () => 'Es hat länger gedauert als erlaubt.',
  order_too_large: () => 'Eine Bestellung ist größer als eine Anfrage sein darf.',
  export_failed: () => 'Die Datei konnte nicht geschrieben werden.',
  no_download: () => 'Die Datei konnte nicht geladen werden.',
  report_failed: () => 'Der Bericht ist fehlgeschlagen.',
};
