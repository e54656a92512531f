// A market basket report within the size of a response. Rules are listed best first, so the last ones go first.
import { travellingBytes } from '../travelling-bytes.ts';
import type { MbaBody } from './schema.ts';

/** Room for the envelope and the warning: a name of 200 control characters takes 1,400 bytes. */
const RESERVED_BYTES = 3_000;

/** Drops rules from the end until the body fits in `maxBytes`. Says so where fewer rules are listed than were found. */
export function fitRules(body: MbaBody, maxBytes: number): MbaBody {
  const rules = body.association_rules;
  const found = body.summary.association_rules_found;
  let bytes = travellingBytes({ ...body, association_rules: [] }) + RESERVED_BYTES;
  let fitting = 0;
  for (const rule of rules) {
    bytes += travellingBytes(rule) + 1;
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
