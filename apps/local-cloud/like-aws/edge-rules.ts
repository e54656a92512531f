// Simulates the rules of AWS WAF in front of an API that the edge's own stack uses (lib/edge/web-acl.ts): rates by
// address, and bodies. A rate is evaluated every ten seconds, over the last minute, and includes refused requests: an
// address is admitted again when it sends fewer.
// https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-rate-based.html
import * as v from 'valibot';

const LOOKS_A_WINDOW = 6;

const header = v.object({ SingleHeader: v.object({ Name: v.string() }) });
const byteMatch = v.strictObject({
  FieldToMatch: v.union([header, v.object({ UriPath: v.object({}) })]),
  PositionalConstraint: v.literal('STARTS_WITH'),
  SearchString: v.string(),
  TextTransformations: v.unknown(),
});
const sizeConstraint = v.strictObject({
  FieldToMatch: v.union([header, v.object({ Body: v.object({ OversizeHandling: v.literal('MATCH') }) })]),
  ComparisonOperator: v.literal('GT'),
  Size: v.number(),
  TextTransformations: v.unknown(),
});
const regexMatch = v.strictObject({
  FieldToMatch: header,
  RegexString: v.string(),
  TextTransformations: v.unknown(),
});

interface Statement {
  readonly AndStatement?: { readonly Statements: readonly Statement[] } | undefined;
  readonly OrStatement?: { readonly Statements: readonly Statement[] } | undefined;
  readonly NotStatement?: { readonly Statement: Statement } | undefined;
  readonly ByteMatchStatement?: v.InferOutput<typeof byteMatch> | undefined;
  readonly SizeConstraintStatement?: v.InferOutput<typeof sizeConstraint> | undefined;
  readonly RegexMatchStatement?: v.InferOutput<typeof regexMatch> | undefined;
}
/** Any other kind of statement is an error at start. */
const statement: v.GenericSchema<Statement> = v.strictObject({
  AndStatement: v.optional(v.object({ Statements: v.array(v.lazy(() => statement)) })),
  OrStatement: v.optional(v.object({ Statements: v.array(v.lazy(() => statement)) })),
  NotStatement: v.optional(v.object({ Statement: v.lazy(() => statement) })),
  ByteMatchStatement: v.optional(byteMatch),
  SizeConstraintStatement: v.optional(sizeConstraint),
  RegexMatchStatement: v.optional(regexMatch),
});
const rate = v.strictObject({
  RateBasedStatement: v.strictObject({
    AggregateKeyType: v.literal('IP'),
    EvaluationWindowSec: v.number(),
    Limit: v.number(),
    ScopeDownStatement: v.optional(statement),
  }),
});
const webAcl = v.object({
  Rules: v.array(
    v.object({
      Statement: v.union([rate, statement]),
      Action: v.object({
        Block: v.object({
          CustomResponse: v.object({ ResponseCode: v.number(), CustomResponseBodyKey: v.string() }),
        }),
      }),
    }),
  ),
  CustomResponseBodies: v.record(v.string(), v.object({ Content: v.string() })),
});
const template = v.object({
  Resources: v.record(v.string(), v.object({ Type: v.string(), Properties: v.optional(v.unknown()) })),
});

export interface EdgeRequest {
  readonly address: string;
  readonly path: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Bytes read so far. */
  readonly bodyBytes: number;
}

export interface EdgeRefusal {
  readonly status: number;
  /** A JSON text. */
  readonly body: string;
}

export interface EdgeOptions {
  readonly clock?: () => number;
  /** Milliseconds that one of AWS's seconds takes. For drills. */
  readonly secondMs?: number | undefined;
}

/** Tells whether a request is refused, and counts it. `edge`: the template of the edge's stack. */
export function createEdgeRules(
  edge: unknown,
  { clock = Date.now, secondMs = 1_000 }: EdgeOptions = {},
): (request: EdgeRequest) => EdgeRefusal | undefined {
  const [found] = Object.values(v.parse(template, edge).Resources).filter(
    ({ Type }) => Type === 'AWS::WAFv2::WebACL',
  );
  const acl = v.parse(webAcl, found?.Properties);
  const rules = acl.Rules.map(({ Statement: one, Action }) => {
    const { ResponseCode: status, CustomResponseBodyKey: key } = Action.Block.CustomResponse;
    const refusal = { status, body: acl.CustomResponseBodies[key]?.Content ?? '' };
    if (!('RateBasedStatement' in one))
      return { refusal, matches: (request: EdgeRequest) => isSatisfied(one, request) };
    const { Limit, EvaluationWindowSec, ScopeDownStatement: scope } = one.RateBasedStatement;
    const isAbove = createRateWatch(Limit, EvaluationWindowSec * secondMs, clock);
    return {
      refusal,
      matches: (request: EdgeRequest) =>
        (scope === undefined || isSatisfied(scope, request)) && isAbove(request.address),
    };
  });
  // The first rule that refuses ends the evaluation; a rate counts the requests that reach it.
  return (request) => rules.find(({ matches }) => matches(request))?.refusal;
}

/** Counts by address and tenth of a window; the addresses above the limit stay refused until the next evaluation. */
function createRateWatch(limit: number, windowMs: number, clock: () => number): (address: string) => boolean {
  const lookMs = windowMs / LOOKS_A_WINDOW;
  const counts = new Map<string, number[]>();
  let above = new Set<string>();
  let lastLook = Math.floor(clock() / lookMs);
  return (address) => {
    const look = Math.floor(clock() / lookMs);
    for (; lastLook < look; lastLook++) {
      above = new Set();
      for (const [known, slots] of counts) {
        if (slots.reduce((sum, one) => sum + one, 0) > limit) above.add(known);
        slots[(lastLook + 1) % LOOKS_A_WINDOW] = 0;
      }
    }
    const slots = counts.get(address) ?? new Array<number>(LOOKS_A_WINDOW).fill(0);
    counts.set(address, slots);
    slots[look % LOOKS_A_WINDOW] = (slots[look % LOOKS_A_WINDOW] ?? 0) + 1;
    return above.has(address);
  };
}

function isSatisfied(one: Statement, request: EdgeRequest): boolean {
  const getHeader = (name: string): string | undefined => {
    const value = request.headers[name.toLowerCase()];
    return value === undefined ? undefined : String(value);
  };
  const {
    AndStatement: and,
    OrStatement: or,
    NotStatement: not,
    ByteMatchStatement: bytes,
    SizeConstraintStatement: size,
    RegexMatchStatement: regex,
  } = one;
  if (and !== undefined) return and.Statements.every((each) => isSatisfied(each, request));
  if (or !== undefined) return or.Statements.some((each) => isSatisfied(each, request));
  if (not !== undefined) return !isSatisfied(not.Statement, request);
  if (bytes !== undefined) {
    const { FieldToMatch: field } = bytes;
    const value = 'UriPath' in field ? request.path : getHeader(field.SingleHeader.Name);
    return value?.startsWith(bytes.SearchString) === true;
  }
  if (size !== undefined) {
    const { FieldToMatch: field } = size;
    const length = 'Body' in field ? request.bodyBytes : getHeader(field.SingleHeader.Name)?.length;
    return length !== undefined && length > size.Size;
  }
  if (regex !== undefined) {
    const value = getHeader(regex.FieldToMatch.SingleHeader.Name);
    return value !== undefined && new RegExp(regex.RegexString).test(value);
  }
  throw new Error('a statement of the edge without a condition');
}
