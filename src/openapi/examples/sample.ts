// A value that a schema allows: of each member the example that its description has, or what its type suggests. What may be missing
// or null is what has gone wrong, has not happened yet, or excludes another: examples show it only where they must.
import type { JsonSchema } from '../../contract/json-schema.ts';

type Schema = JsonSchema | boolean | undefined;

const AT = '2026-03-31T14:05:00.000Z';
/** Members that are shown although they may be missing. */
const SHOWN: ReadonlySet<string> = new Set(['next_cursor', 'product_name', 'product_sku', 'response_status']);
const TROUBLE =
  /^(?:fail_reason|reason|problem)$|_because$|^(?:completed|revoked|paused|former|download|recoverable|last_refused)_/;

/** `named`: schemas that references lead to. `member`: the name of what is sampled, where it has one. */
export function sampleOf(schema: Schema, named: Readonly<Record<string, JsonSchema>>, member = ''): unknown {
  if (typeof schema !== 'object') return {};
  const { $ref, examples, anyOf, oneOf, type, format, properties = {}, required = [] } = schema;
  if ($ref !== undefined) return sampleOf(named[$ref.slice($ref.lastIndexOf('/') + 1)], named, member);
  const options = anyOf ?? oneOf ?? [];
  const types: readonly unknown[] = [type, ...options.map((one) => Object(one).type)].flat();
  if (types.includes('null') && TROUBLE.test(member)) return null;
  if (Array.isArray(examples)) return examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  if (types.includes('null') && !types.includes('object') && !options.some((one) => Object(one).$ref))
    return null;
  if (options.length > 0) return sampleOf(options[0], named, member);
  if (types.includes('object')) {
    const shown = Object.entries(properties).filter(([name]) => required.includes(name) || SHOWN.has(name));
    return Object.fromEntries(shown.map(([name, one]) => [name, sampleOf(one, named, name)]));
  }
  if (types.includes('array'))
    return Array.isArray(schema.items) ? [] : [sampleOf(schema.items, named, member)];
  if (types.includes('boolean')) return true;
  if (types.includes('integer')) return within(12, schema);
  if (types.includes('number')) return within(0.5, schema);
  if (format === undefined) return /(?:^|_)ids?$/.test(member) ? '01M7YN9QHZYR8GXB77DH0YCNR5' : '…';
  return format === 'date-time' ? AT : AT.slice(0, 10);
}

function within(usual: number, { minimum = usual, maximum = usual }: JsonSchema): number {
  return Math.min(Math.max(usual, minimum), maximum);
}
