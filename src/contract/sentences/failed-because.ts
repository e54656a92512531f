// Why work failed, as a text and by code. Apart from the sentences of reports, which are most of them: every function
// that may fail work loads these.
import { createEnglishFigures } from './figures.ts';
import { type Sentence, writeSentence } from './sentence.ts';
import { WORK_SENTENCES } from './work-sentences.ts';

export type WorkSentence = Sentence<keyof typeof WORK_SENTENCES>;

/** Members of what failed. Its sentences have no amounts. */
export function explainFailure(reason: WorkSentence) {
  return {
    fail_reason: writeSentence(WORK_SENTENCES, reason, createEnglishFigures(undefined)),
    fail_reason_coded: [reason],
  };
}
