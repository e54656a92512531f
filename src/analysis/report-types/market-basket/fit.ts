// Fits a market basket report into the size of a response. Rules are listed best first, so the last ones are dropped
// first.

import type { MbaBody } from '../../../contract/report-types/market-basket/schema.ts';
import { say } from '../../../contract/sentences/sentence.ts';
import { countFitting, countTravellingBytes } from '../travelling-bytes.ts';
import { withWarning } from '../worded.ts';

/** Share of the size that is reserved for `changes`, with or without any: they never displace rules. */
const CHANGES_SHARE = 0.025;

/**
 * Drops rules from the end until the body fits in `maxBytes`. Adds a warning if fewer rules are listed than were found.
 */
export function fitRules(body: MbaBody, maxBytes: number): MbaBody {
  const rules = body.association_rules;
  const found = body.summary.association_rules_found;
  const changes = fitChanges(body.changes, maxBytes * CHANGES_SHARE);
  const room = maxBytes * (1 - CHANGES_SHARE);
  const fitting = countFitting({ ...body, association_rules: [], changes: null }, rules, room);
  if (fitting === found) return changes === body.changes ? body : { ...body, changes };
  return withWarning(
    { ...body, changes, association_rules: rules.slice(0, fitting) },
    say('rules_not_returned', { found, returned: fitting }),
  );
}

/** Shortens all lists of changed rules alike until they fit; the counts stay. */
function fitChanges(changes: MbaBody['changes'], maxBytes: number): MbaBody['changes'] {
  if (changes?.rules === undefined || countTravellingBytes(changes) <= maxBytes) return changes;
  const { rules } = changes;
  const most = Math.max(
    ...[rules.appeared, rules.vanished, rules.strengthened, rules.weakened].map(({ length }) => length),
  );
  for (let listed = most; listed > 0; listed--) {
    const shortened = {
      ...changes,
      rules: {
        counts: rules.counts,
        appeared: rules.appeared.slice(0, listed),
        vanished: rules.vanished.slice(0, listed),
        strengthened: rules.strengthened.slice(0, listed),
        weakened: rules.weakened.slice(0, listed),
      },
    };
    if (countTravellingBytes(shortened) <= maxBytes) return shortened;
  }
  return {
    ...changes,
    rules: { counts: rules.counts, appeared: [], vanished: [], strengthened: [], weakened: [] },
  };
}
