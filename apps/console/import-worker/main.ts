// Runs the worker of the import view: handles one request at a time, and answers with figures.
import { OrderAnalyticsError, PushError } from '../../../packages/client/src/index.ts';
import { OrderFileError } from '../../../packages/order-files/problems/errors.ts';
import { ENGLISH_ROWS } from '../../../packages/order-files/problems/row-problem-words.ts';
import type { Checkpoint, Failure, FromWorker, Lacking, ToWorker } from '../import/messages.ts';
import { pageSurroundings } from './page-files.ts';
import { openPageSpill, removeLeftSpills } from './page-spill.ts';
import { askQuestion } from './questions.ts';
import { check, computeFingerprint, createPreviews, EXPORTERS } from './reading.ts';
import type { RejectedWords } from './rejected-rows.ts';
import { Gate, sendFiles } from './sending.ts';

const ENGLISH: RejectedWords = { heads: ['file', 'line', 'problem'], problems: ENGLISH_ROWS };
const ROW_WORDS: Readonly<Record<'en' | 'de', () => Promise<RejectedWords>>> = {
  en: async () => ENGLISH,
  // If they fail to load, for example after a deployment, the file of rejected rows is in English.
  de: () =>
    import('../texts/de/rows-de.ts').then(
      ({ rowsDe }) => ({ heads: ['Datei', 'Zeile', 'Problem'], problems: rowsDe }),
      () => ENGLISH,
    ),
};

/** Number of requests so far. */
let requests = 0;
const gate = new Gate();
const surroundings = pageSurroundings(openPageSpill);
/** Answers come in the order of the requests. */
let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.do === 'pause') gate.close();
  else if (data.do === 'resume') gate.open();
  else {
    const number = ++requests;
    last = last.then(() => run(data, () => number === requests));
  }
});

function tell(message: FromWorker): void {
  postMessage(message);
}

/** `isNewest`: false once another request has come. */
async function run(
  asked: Exclude<ToWorker, { do: 'pause' | 'resume' }>,
  isNewest: () => boolean,
): Promise<void> {
  let checkpoint: Checkpoint | undefined = asked.do === 'send' ? asked.checkpoint : undefined;
  try {
    const { chosen } = asked;
    if (asked.do === 'preview') {
      await removeLeftSpills();
      const found = await createPreviews(chosen, surroundings);
      const { files, rates } = chosen;
      tell({
        is: 'previews',
        previews: found,
        fingerprint: await computeFingerprint(rates === undefined ? files : [...files, rates]),
        fingerprintOfOrders: await computeFingerprint(files),
        exporters: EXPORTERS,
      });
      for (const { name: source, problem } of found) {
        if (problem === undefined) continue;
        if (await askQuestion(chosen, surroundings, { source, problem }, isNewest, tell)) break;
      }
    } else if (asked.do === 'check') {
      const words = await ROW_WORDS[asked.language]();
      const checked = await check(chosen, surroundings, words, (progress) =>
        tell({ is: 'reading', progress }),
      );
      tell({ is: 'checked', checked });
    } else {
      gate.open();
      await sendFiles(asked, surroundings, gate, (message) => {
        if (message.is === 'sending') checkpoint = message.checkpoint;
        tell(message);
      });
    }
  } catch (error) {
    if (asked.do === 'check' && error instanceof OrderFileError) {
      const isAsked = await askQuestion(asked.chosen, surroundings, error, isNewest, tell);
      if (isAsked) return;
    }
    tell({ is: 'failed', why: explainFailure(error), lacks: findLack(error), checkpoint });
  }
}

/** A push's own message counts orders; its cause explains the stop. */
function explainFailure(error: unknown): Failure {
  const cause = error instanceof PushError && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof OrderFileError) {
    const { source, problem } = cause;
    return { of: 'file', source, problem };
  }
  const code = cause instanceof OrderAnalyticsError ? cause.code : undefined;
  return { of: 'sending', message: cause instanceof Error ? cause.message : String(cause), code };
}

function findLack(error: unknown): Lacking | undefined {
  if (!(error instanceof OrderAnalyticsError)) return undefined;
  if (error.status === 401) return 'key';
  return error.code === 'network_error' ? 'network' : undefined;
}
