// The searches of a mining budget one after the other: the one that is asked for, then pairs, triples and larger sets as long as
// they fit, and pairs at a higher support where they alone do not. In partitions every attempt takes passes over all of them:
// what is known between two attempts is a few numbers.

export interface Attempt {
  readonly least: number;
  /** Items of an itemset; null: any number. */
  readonly maxLength: number | null;
}

export interface SearchState extends Attempt {
  readonly phase: 'asked' | 'pairs' | 'longer' | 'lowest';
  /** Supports between which the lowest that fits is looked for. */
  readonly below: number;
  readonly above: number;
  /** The last attempt that fitted, whose itemsets are the answer unless a better one fits. */
  readonly held: Attempt | null;
}

export type NextStep =
  /** `holds`: the itemsets just found are kept until the answer is known. */
  | { readonly attempt: SearchState; readonly holds: boolean }
  | { readonly answer: 'these' | 'held' | 'none'; readonly of: Attempt };

export function firstAttempt(least: number): SearchState {
  return { phase: 'asked', least, maxLength: null, below: least, above: least, held: null };
}

/** `longest`: items of the largest itemset found. */
export function nextStep(
  state: SearchState,
  outcome: { readonly fits: boolean; readonly longest: number },
  basketCount: number,
): NextStep {
  const { phase, least, maxLength, held } = state;
  const of = { least, maxLength };
  switch (phase) {
    case 'asked':
      return outcome.fits
        ? { answer: 'these', of }
        : { attempt: { ...state, phase: 'pairs', maxLength: 2 }, holds: false };
    case 'pairs':
      return outcome.fits ? longer(state) : bisect({ ...state, phase: 'lowest', above: basketCount + 1 });
    case 'longer':
      if (!outcome.fits) return { answer: 'held', of: held ?? of };
      // A partition alone may be beyond the budget that the whole is within: there are no longer ones after all.
      return outcome.longest < (maxLength ?? 0)
        ? { answer: 'these', of: { least, maxLength: null } }
        : longer(state);
    case 'lowest':
      return outcome.fits
        ? bisect({ ...state, above: least, held: of }, true)
        : bisect({ ...state, below: least });
  }
}

function longer(state: SearchState): NextStep {
  const { least, maxLength } = state;
  const longest = maxLength ?? 2;
  return {
    attempt: { ...state, phase: 'longer', maxLength: longest + 1, held: { least, maxLength: longest } },
    holds: true,
  };
}

/** Halving the ratio rather than the difference: most itemsets are at the low end. */
function bisect(state: SearchState, holds = false): NextStep {
  const { below } = state;
  const above = Math.max(below + 1, state.above);
  if (above - below <= 1) {
    if (holds) return { answer: 'these', of: state.held ?? state };
    return state.held === null
      ? { answer: 'none', of: { least: above, maxLength: 2 } }
      : { answer: 'held', of: state.held };
  }
  const least = Math.min(above - 1, Math.max(below + 1, Math.round(Math.sqrt(below * above))));
  return { attempt: { ...state, above, least, maxLength: 2 }, holds };
}
