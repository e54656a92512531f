// Refuses settings that are given on the command line only. The next deployment that does not repeat such a
// setting (the deploy workflow never does) would drop it, and with it a table or a key. Settings of a
// deployed stage live in cdk.json.
import type { Node } from 'constructs';
import * as v from 'valibot';

const cdkJson = v.object({ context: v.optional(v.record(v.string(), v.unknown()), {}) });

/**
 * `keys`: the settings to check; `cdkJsonText`: the content of cdk.json. Throws an error that names the first
 * missing key.
 */
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
