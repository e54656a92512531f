// The expected delivery log of a report, attempt by attempt, given the receiver's responses.
import { isDeepStrictEqual } from 'node:util';
import type { Delivery } from '../../../src/stores/reports/deliveries.ts';

/** Seconds after attempts 1 to 9, as documented; the tenth attempt is the last. */
const WAITS_S = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000];
const MAX_ATTEMPTS = WAITS_S.length + 1;

/** `status`: missing if there was no response. */
export interface Answer {
  readonly status?: number;
  readonly verdict: 'taken' | 'refused' | 'gone';
}

/** The responses until the schedule ends. */
export function attemptsUntilEnd(answers: readonly Answer[]): Answer[] {
  const end = answers.findIndex(({ verdict }) => verdict !== 'refused');
  return answers.slice(0, end === -1 ? MAX_ATTEMPTS : Math.min(MAX_ATTEMPTS, end + 1));
}

/** `answers`: the responses to the attempts that were due. */
export function checkSchedule(logged: readonly Delivery[], answers: readonly Answer[]): string[] {
  const wrong: string[] = [];
  if (logged.length !== answers.length)
    wrong.push(`${logged.length} attempts are logged, expected ${answers.length}`);
  for (const [at, entry] of logged.entries()) {
    const answer = answers[at];
    if (answer === undefined) continue;
    const isLast = at + 1 === MAX_ATTEMPTS;
    const isOver = answer.verdict !== 'refused' || isLast;
    const expected = {
      attempt: at + 1,
      trigger: 'schedule',
      outcome: answer.verdict === 'taken' ? 'delivered' : isOver ? 'given_up' : 'retry',
      ...(answer.status !== undefined && { response_status: answer.status }),
    };
    const { attempt, trigger, outcome, response_status } = entry;
    const found = { attempt, trigger, outcome, ...(response_status !== undefined && { response_status }) };
    if (!isDeepStrictEqual(found, expected))
      wrong.push(`attempt ${at + 1} is ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
    if ((entry.next_at !== undefined) !== (expected.outcome === 'retry'))
      wrong.push(`attempt ${at + 1} has next_at ${entry.next_at}`);
    const waited = Date.parse(entry.next_at ?? '') - Date.parse(entry.at) - entry.duration_ms;
    if (entry.next_at !== undefined && waited !== (WAITS_S[at] ?? 0) * 1_000)
      wrong.push(`attempt ${at + 1} is followed after ${waited} ms, expected ${WAITS_S[at]} s`);
    const next = logged[at + 1];
    if (next !== undefined && next.at !== entry.next_at)
      wrong.push(`attempt ${at + 2} was at ${next.at}, but was due at ${entry.next_at}`);
  }
  return wrong;
}
