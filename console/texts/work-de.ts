// The same texts in German.
import type { WorkTexts } from './work-en.ts';

export const workDe: WorkTexts = {
  deliveries: {
    title: 'Webhook',
    none: 'Es wurde noch kein Versuch unternommen.',
    attempt: 'Versuch',
    at: 'Gesendet',
    trigger: { schedule: 'automatisch', redelivery: 'auf Anforderung' },
    by: 'Wie',
    result: 'Ergebnis',
    outcome: {
      delivered: 'Zugestellt',
      retry: 'Nicht zugestellt: wird wiederholt',
      given_up: 'Nicht zugestellt: aufgegeben',
    },
    next: (at) => `nächster Versuch ${at}`,
    status: (status) => `Status ${status}`,
    duration: (ms) => `${ms} ms`,
    resend: 'Erneut senden',
    resending: 'Wird gesendet …',
    hint: 'Das Ereignis hat dieselbe Kennung wie zuvor: Ein Empfänger, der es kennt, kann es übergehen.',
  },
  webhook: {
    address: 'Webhook-Adresse (optional)',
    test: 'Ausprobieren',
    testing: 'Wird ausprobiert …',
    delivered: (status, ms) => `Der Empfänger hat das Testereignis angenommen: Status ${status}, ${ms} ms.`,
    refused: (problem) => `Das Testereignis wurde nicht zugestellt: ${problem}.`,
    hint: 'Erhält ein signiertes Ereignis, wenn der Bericht fertig oder fehlgeschlagen ist.',
  },
};
