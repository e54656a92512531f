// Holds the German sentences about imports, and about events that did not reach their receiver.

import type { Words } from '../../../src/contract/sentences/sentence.ts';
import type {
  DELIVERY_SENTENCES,
  ExpectedAddress,
  IMPORT_SENTENCES,
} from '../../../src/contract/sentences/work-sentences.ts';
import { formatCount, formatRows } from './wording.ts';

export const IMPORT_WORDS_DE: Pick<Words, keyof typeof IMPORT_SENTENCES> = {
  storage_cap_reached: () =>
    'Der Speicher des Tarifs ist voll: Vorhandene Zeilen werden aktualisiert, neue abgelehnt und als fehlgeschlagen gezählt.',
  storage_room_left: ({ room, rows: all }, f) =>
    `Der Tarif hat Platz für ${formatCount(room, 'weitere Zeile', 'weitere Zeilen', f)}: Vorhandene Zeilen werden aktualisiert. Von den ${formatRows(all, f)} der Anfrage werden neue darüber hinaus abgelehnt und als fehlgeschlagen gezählt.`,
  some_rows_failed: () => 'Manche Zeilen konnten nicht gespeichert werden.',
  all_rows_failed: () => 'Keine Zeile konnte gespeichert werden.',

  order_without_items: () => 'Die Bestellung hat keine Positionen.',
  item_without_product: () => 'Die Position nennt weder Name noch Artikelnummer eines Produkts.',
  row_over_storage_cap: () => 'Der Speicher des Tarifs ist voll: Neue Zeilen werden abgelehnt.',
  order_erased: () => 'Die Daten wurden gelöscht, bevor sie gespeichert waren.',
  chunk_too_large: () => 'Der Teil ist zu groß für einen Schreibvorgang und noch nicht übernommen.',
  chunk_not_applied: () => 'Der Teil konnte nach mehreren Versuchen nicht übernommen werden.',
  chunk_lost: () => 'Der Teil ist verloren gegangen. Senden Sie die Daten noch einmal.',
  chunk_not_queued: () =>
    'Die Anfrage endete, bevor der Teil angenommen war. Senden Sie die Daten noch einmal.',
  chunk_unnamed: () => 'Die Nachricht nennt den Teil nicht, zu dem sie gehört.',
  message_not_json: () => 'Die Nachricht ist kein JSON.',
  rows_failed_by_error: () => 'Im Dienst ist ein Fehler aufgetreten. Senden Sie die Daten noch einmal.',
};

const EXPECTED: Readonly<Record<ExpectedAddress, string>> = {
  no_credentials: 'Sie darf keine Zugangsdaten enthalten',
  http: 'Sie muss mit http oder https beginnen',
  https: 'Sie muss mit https beginnen',
  port_443: 'Erlaubt ist nur der Port 443',
  public_address: 'Sie muss öffentlich erreichbar sein',
  public_host: 'Ihr Name muss öffentlich sein',
};

/** Sentences by Node's code of a network error. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Der Empfänger nimmt keine Verbindung an',
  ECONNRESET: 'Der Empfänger hat die Verbindung abgebrochen',
  EPIPE: 'Der Empfänger hat die Verbindung abgebrochen',
  ENOTFOUND: 'Den Namen des Empfängers gibt es nicht',
  EAI_AGAIN: 'Der Name des Empfängers war nicht aufzulösen',
  ETIMEDOUT: 'Der Empfänger war nicht zu erreichen',
  EHOSTUNREACH: 'Der Empfänger war nicht zu erreichen',
  CERT_HAS_EXPIRED: 'Das Zertifikat des Empfängers ist abgelaufen',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Das Zertifikat des Empfängers ist selbst ausgestellt',
  SELF_SIGNED_CERT_IN_CHAIN: 'Das Zertifikat des Empfängers ist selbst ausgestellt',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Das Zertifikat des Empfängers gilt für einen anderen Namen',
  ERR_ADDRESS_NOT_PUBLIC: 'Der Name des Empfängers führt zu einer Adresse, die nicht öffentlich ist',
};

export const DELIVERY_WORDS_DE: Pick<Words, keyof typeof DELIVERY_SENTENCES> = {
  receiver_responded: ({ status }) => `Der Empfänger antwortete mit ${status}`,
  receiver_silent: ({ seconds }) => `Der Empfänger antwortete nicht innerhalb von ${seconds}\u00A0s`,
  receiver_closed: () => 'Der Empfänger schloss die Verbindung ohne Antwort',
  digest_uncertain: () =>
    'Der Dienst wurde beim Senden der Übersicht unterbrochen; sie ist möglicherweise angekommen',
  service_denied: ({ status }) =>
    `Der Dienst lehnte das Geheimnis des Ziels mit ${status} ab: Ersetzen Sie es durch eines mit den Rechten aus docs/audiences.md`,
  service_refused: ({ status, code }) =>
    `Der Dienst lehnte die Anfrage mit ${status} ab${code === null ? '' : ` (${code})`}`,
  service_unreadable: ({ status }) =>
    `Der Dienst antwortete mit ${status} und nicht so, wie er es beschreibt`,
  shop_denied: ({ status }) =>
    `Der Shop lehnte die Zugangsdaten mit ${status} ab: Erstellen Sie neue, und ersetzen Sie sie`,
  shop_app_missing: () =>
    'Die App ist im Shop nicht installiert oder gehört zu einer anderen Organisation als der Shop: Installieren Sie sie dort',
  shop_scope_missing: ({ scope }) =>
    `Der App fehlt die Berechtigung ${scope}: Ergänzen Sie sie, und installieren Sie die App erneut`,
  shop_history_hidden: () =>
    'Der App fehlt die Berechtigung read_all_orders, daher sieht sie nur die letzten 60 Tage: Ergänzen Sie sie, und installieren Sie die App erneut',
  shop_closed: ({ status }) => `Der Shop ist pausiert, eingefroren oder gesperrt (${status}): Öffnen Sie ihn`,
  shop_not_found: ({ status }) =>
    `Unter der Adresse ist kein Shop dieser Art (${status}): Prüfen Sie sie und, in WordPress, dass Permalinks eingeschaltet sind`,
  shop_redirects: ({ status }) =>
    `Die Adresse leitet auf eine andere um (${status}): Verwenden Sie die andere`,
  shop_export_failed: ({ code }) =>
    `Der Shop konnte seinen Export nicht abschließen${code === null ? '' : ` (${code})`}`,
  receiver_address_refused: ({ expected }) => `Die Adresse ist nicht erlaubt: ${EXPECTED[expected]}`,
  receiver_unreachable: ({ error }) =>
    UNREACHABLE[error ?? ''] ??
    `Die Verbindung zum Empfänger kam nicht zustande${error === null ? '' : ` (${error})`}`,
};
