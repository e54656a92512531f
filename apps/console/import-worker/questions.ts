// Lists the answers that the page offers for a problem, and measures where each leads.
import type { FileProblem, FileProblemCode } from '../../../packages/order-files/problems/file-problems.ts';
import { type Choice, listChoices } from '../../../packages/order-files/problems/way-out.ts';
import type { Surroundings } from '../../../packages/order-files/sources.ts';
import type { Chosen, FromWorker } from '../import/messages.ts';
import { measure } from './reading.ts';

/** The page has forms of their own for these. */
const WITH_FORM: readonly FileProblemCode[] = ['several_currencies', 'unknown_statuses'];
/** Larger files, and more answers, are not read once for each answer. */
const [MOST_BYTES, MOST_ANSWERS] = [256 * 1024 * 1024, 6];

/** Returns false if the problem has no answers. `isWanted`: false once the page has sent another request. */
export async function askQuestion(
  chosen: Chosen,
  surroundings: Surroundings,
  { source, problem }: { readonly source: string | undefined; readonly problem: FileProblem },
  isWanted: () => boolean,
  tell: (message: FromWorker) => void,
): Promise<boolean> {
  const choices = listAnswers(problem);
  if (choices.length === 0) return false;
  const size = chosen.files.reduce((sum, file) => sum + file.size, 0);
  const isMeasured = choices.length > 1 && choices.length <= MOST_ANSWERS && size <= MOST_BYTES;
  if (isWanted()) tell({ is: 'question', question: { source, problem, choices, isMeasured } });
  for (const { way } of isMeasured ? choices : []) {
    if (!isWanted()) break;
    const totals = await measure(chosen, surroundings, way).catch(() => undefined);
    tell({ is: 'totals', totals });
  }
  return true;
}

function listAnswers(problem: FileProblem): readonly Choice[] {
  if (WITH_FORM.includes(problem.code)) return [];
  // Proposed columns that leave others missing answer nothing.
  if (problem.code === 'missing_columns' && Object.keys(problem.guesses).length < problem.missing.length)
    return [];
  // The page says what accepting such ids means; the command line proposes it to nobody.
  if (problem.code === 'scientific_ids') return [{ code: 'accept', way: { accept: ['ids'] } }];
  return listChoices(problem);
}
