// Why an event was not delivered, as a text and by code. Apart from the sentences of reports, which the functions that
// send do without.

import { createEnglishFigures } from './figures.ts';
import { type Sentence, writeSentence } from './sentence.ts';
import { DELIVERY_SENTENCES } from './work-sentences.ts';

export type DeliverySentence = Sentence<keyof typeof DELIVERY_SENTENCES>;

/** Error messages are cut to this length: some include text from the receiver's certificate. */
const MAX_MESSAGE_LENGTH = 300;

/** Members of an attempt; none where it was delivered. */
export function explainUndelivered(problem: DeliverySentence | undefined) {
  if (problem === undefined) return {};
  const text = writeSentence(DELIVERY_SENTENCES, problem, createEnglishFigures(undefined));
  return { fail_reason: text, fail_reason_coded: [problem], problem: text };
}

export function describeConnectionFailure(cause: unknown): DeliverySentence {
  const message = (cause instanceof Error ? cause.message : String(cause)).slice(0, MAX_MESSAGE_LENGTH);
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return {
    code: 'receiver_unreachable',
    params: { error: typeof code === 'string' ? code : null, message },
  };
}
