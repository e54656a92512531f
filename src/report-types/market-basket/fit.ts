// A market basket report within the size of a response. Rules are listed best first, so the last ones go first.
import type { MbaBody } from './schema.ts';

/** Room for the envelope and the warning, in bytes of JSON. */
const RESERVED_BYTES = 1_000;

/** Drops rules from the end until the JSON fits in `maxBytes`. Says so where fewer rules are listed than were found. */
export function fitRules(body: MbaBody, maxBytes: number): MbaBody {
  const rules = body.association_rules;
  const found = body.summary.association_rules_found;
  let bytes = Buffer.byteLength(JSON.stringify({ ...body, association_rules: [] })) + RESERVED_BYTES;
  let fitting = 0;
  for (const rule of rules) {
    bytes += Buffer.byteLength(JSON.stringify(rule)) + 1;
    if (bytes > maxBytes) break;
    fitting++;
  }
  if (fitting === found) return body;
  return {
    ...body,
    association_rules: rules.slice(0, fitting),
    warnings: [...body.warnings, `Of ${found} rules found, the best ${fitting} are returned.`],
  };
}
