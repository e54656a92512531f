// Texts of the views that act: webhooks, comparisons, schedules, exports, keys. Loaded with these views.
export const workEn = {
  deliveries: {
    title: 'Webhook',
    none: 'No attempt has been made yet.',
    attempt: 'Attempt',
    at: 'Sent',
    trigger: { schedule: 'automatic', redelivery: 'on request' },
    by: 'How',
    result: 'Result',
    outcome: {
      delivered: 'Delivered',
      retry: 'Not delivered: sent again',
      given_up: 'Not delivered: given up',
    },
    next: (at: string) => `next attempt ${at}`,
    status: (status: string) => `status ${status}`,
    duration: (ms: string) => `${ms} ms`,
    resend: 'Send it again',
    resending: 'Sending …',
    hint: 'The event has the same id as before: a receiver that knows it can ignore it.',
  },
  webhook: {
    address: 'Webhook address (optional)',
    test: 'Try it',
    testing: 'Trying …',
    delivered: (status: string, ms: string) =>
      `The receiver took the test event: status ${status}, ${ms} ms.`,
    refused: (problem: string) => `The test event was not delivered: ${problem}.`,
    hint: 'Receives a signed event when the report is finished or has failed.',
  },
};

export type WorkTexts = typeof workEn;
