// Texte zu Zielgruppen.
import type { AudienceTexts } from './audiences-en.ts';

const customers = (count: number, shown: string): string => `${shown} ${count === 1 ? 'Kunde' : 'Kunden'}`;

export const audiencesDe: AudienceTexts = {
  title: 'Zielgruppen',
  explain:
    'Kundenlisten, die mit den Bestellungen Schritt halten. Ein Teil kann zurückgehalten werden, damit sich zeigt, was das Anschreiben der anderen bewirkt.',
  how: 'Für den Anfang: einen Bericht über Kunden öffnen, einige auswählen und „Liste aktuell halten“ drücken.',
  none: 'Es gibt noch keine Zielgruppen.',
  build: 'Eine Liste, die aktuell bleibt',
  name: 'Name der Zielgruppe',
  target: 'Führen als',
  anew: 'neue Zielgruppe',
  holdOut: 'Zurückgehalten, in Prozent (0 bis 50)',
  holdOutHint: 'Sie werden nicht angeschrieben. Der Anteil lässt sich später nicht ändern.',
  refresh: 'Aktualisieren',
  refreshes: { manual: 'von Hand (angehalten)', after_import: 'nach Importen', schedule: 'nach Zeitplan' },
  size: (count, shown, contact) => `Jetzt ${customers(count, shown)}, davon ${contact} mit Kontakt.`,
  overlap: (name, common, all) => `${common} davon sind in ${name} (insgesamt ${all}).`,
  changes: (stay, joined, left) => `${stay} bleiben, ${joined} kommen dazu, ${left} scheiden aus.`,
  create: 'Zielgruppe anlegen',
  replace: 'Bedingungen ersetzen',
  members: (count, shown, held, contact) =>
    `${customers(count, shown)}, davon ${held} zurückgehalten; ${contact} mit Kontakt.`,
  noMembers: 'Noch nicht aktualisiert.',
  asOf: (at) => `Stand ${at}.`,
  run: 'Jetzt aktualisieren',
  running: 'Wird aktualisiert …',
  file: 'Mitglieder als Datei',
  reading: (shown) => `${shown} gelesen …`,
  history: 'Verlauf',
  noRuns: 'In den letzten 90 Tagen nicht aktualisiert.',
  columns: {
    at: 'Aktualisiert',
    status: 'Stand',
    members: 'Mitglieder',
    joined: 'Neu',
    left: 'Ausgeschieden',
  },
  status: { Processing: 'läuft', Completed: 'fertig', Failed: 'gescheitert' },
  conditions: 'Bedingungen',
  effect: 'Was das Anschreiben bewirkt',
  effectHint: 'Ohne Tag ist es ein Plan: was sich zeigen könnte. Legen Sie die Tage vor dem Senden fest.',
  since: 'Gesendet am',
  days: 'Tage, die zählen',
  measure: 'Messen',
  plan: 'Planen',
};
