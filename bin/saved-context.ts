// Settings of a deployed stage live in cdk.json. One that came from the command line would be dropped by the next
// deployment that does not repeat it (the deploy workflow never does), and with it a table or a key: it is refused.
import type { Node } from 'constructs';
import * as v from 'valibot';

const cdkJson = v.object({ context: v.optional(v.record(v.string(), v.unknown()), {}) });

/** `keys`: the settings to look at; `cdkJsonText`: the content of cdk.json. Throws by the first key that it lacks. */
export function requireSaved(node: Node, keys: readonly string[], cdkJsonText: string): void {
  const saved = v.parse(cdkJson, JSON.parse(cdkJsonText)).context;
  for (const key of keys) {
    const given: unknown = node.tryGetContext(key);
    if (given === undefined || JSON.stringify(given) === JSON.stringify(saved[key])) continue;
    throw new Error(
      `context: ${key} differs from cdk.json, so the next deployment would drop it: set it in cdk.json, under context or under the stage's name there`,
    );
  }
}
