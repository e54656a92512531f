// The rules by which CloudFront refuses requests before a function starts: too many from one address, and
// bodies larger than any operation accepts. A refusal costs the requests of others nothing. AWS WAF evaluates
// the last minute every ten seconds: the first seconds of a flood pass.
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { KEY_PREFIX } from '../../src/analysis/accounts/api-key.ts';
import type { ErrorCode } from '../../src/contract/errors/errors.ts';
import { BASE_PATH } from '../../src/contract/operation.ts';

/** Requests a minute of one address; for IPv6, of one network of 64 bits. */
export interface EdgeLimits {
  /**
   * Limit on all requests of an address: above the largest `requestsPerMinute` of an account whose server has
   * one address.
   */
  readonly perAddress: number;
  /**
   * Limit on requests that have no key and are not events of shops: a browser that opens the console, or a
   * flood.
   */
  readonly withoutKey: number;
}

/** Fifty a second with keys, and ten consoles opened in a minute behind one address. */
export const DEFAULT_EDGE_LIMITS: EdgeLimits = { perAddress: 3_000, withoutKey: 300 };

const MINUTE_S = 60;
/** Bytes of a body that AWS WAF inspects for CloudFront at no extra price. */
const INSPECTED_BYTES = 16_384;
/**
 * 5 MB and more, as decimal digits. The largest body that an operation accepts has 4.5 MB; the functions
 * refuse larger bodies below 5 MB.
 */
const HUGE = '^0*([5-9][0-9]{6}|[1-9][0-9]{7,})$';

const NO_CHANGE = [{ priority: 0, type: 'NONE' }];
const selectHeader = (name: string) => ({ singleHeader: { Name: name } });

/**
 * The rules, for a stack in us-east-1, wherever the API is. Costs 8 USD a month, and 0.60 USD per million
 * requests.
 */
export class EdgeWebAcl extends Construct {
  /** ARN that the edge of the service uses. */
  readonly arn: string;

  constructor(scope: Construct, id: string, given: Partial<EdgeLimits> = {}) {
    super(scope, id);
    const limits = { ...DEFAULT_EDGE_LIMITS, ...given };
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: createVisibility('All'),
      customResponseBodies: {
        Rate: createRefusal({
          error: 'This address sends too many requests: wait a minute.',
          code: 'rate_limited',
          retry_after_ms: MINUTE_S * 1_000,
        }),
        Body: createRefusal({
          error: 'The body is too large, or long and without a Content-Length.',
          code: 'payload_too_large',
        }),
      },
      rules: [
        createRule(0, 'RatePerAddress', 429, 'Rate', createRateLimit(limits.perAddress)),
        createRule(1, 'RateWithoutKey', 429, 'Rate', createRateLimit(limits.withoutKey, SHOWS_NO_KEY)),
        createRule(2, 'LargeBodies', 413, 'Body', {
          orStatement: {
            statements: [
              {
                regexMatchStatement: {
                  fieldToMatch: selectHeader('content-length'),
                  regexString: HUGE,
                  textTransformations: NO_CHANGE,
                },
              },
              { andStatement: { statements: [LONG_BODY, { notStatement: { statement: STATES_LENGTH } }] } },
            ],
          },
        }),
      ],
    });
    this.arn = acl.attrArn;
  }
}

const SHOWS_A_KEY: CfnWebACL.StatementProperty = {
  byteMatchStatement: {
    fieldToMatch: selectHeader('authorization'),
    positionalConstraint: 'STARTS_WITH',
    searchString: `Bearer ${KEY_PREFIX}`,
    textTransformations: NO_CHANGE,
  },
};
/** Not limited: shops sign their events instead, and many share an address. */
const IS_EVENT: CfnWebACL.StatementProperty = {
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: `${BASE_PATH}/hooks/`,
    textTransformations: NO_CHANGE,
  },
};
const SHOWS_NO_KEY: CfnWebACL.StatementProperty = {
  notStatement: { statement: { orStatement: { statements: [SHOWS_A_KEY, IS_EVENT] } } },
};
const LONG_BODY: CfnWebACL.StatementProperty = {
  sizeConstraintStatement: {
    fieldToMatch: { body: { oversizeHandling: 'MATCH' } },
    comparisonOperator: 'GT',
    size: INSPECTED_BYTES,
    textTransformations: NO_CHANGE,
  },
};
const STATES_LENGTH: CfnWebACL.StatementProperty = {
  sizeConstraintStatement: {
    fieldToMatch: selectHeader('content-length'),
    comparisonOperator: 'GT',
    size: 0,
    textTransformations: NO_CHANGE,
  },
};

function createRateLimit(
  limit: number,
  scopeDownStatement?: CfnWebACL.StatementProperty,
): CfnWebACL.StatementProperty {
  return {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      evaluationWindowSec: MINUTE_S,
      limit,
      ...(scopeDownStatement && { scopeDownStatement }),
    },
  };
}

function createRule(
  priority: number,
  name: string,
  responseCode: number,
  customResponseBodyKey: string,
  statement: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty {
  const customResponse = {
    responseCode,
    customResponseBodyKey,
    // AWS WAF refuses an empty list.
    ...(responseCode === 429 && {
      responseHeaders: [{ name: 'Retry-After', value: String(MINUTE_S) }],
    }),
  };
  return {
    name,
    priority,
    statement,
    action: { block: { customResponse } },
    visibilityConfig: createVisibility(name),
  };
}

/** The body of a refusal, as the API's own errors. `request_id` is missing: no function has run. */
function createRefusal(body: {
  readonly error: string;
  readonly code: ErrorCode;
  readonly retry_after_ms?: number;
}): CfnWebACL.CustomResponseBodyProperty {
  return { contentType: 'APPLICATION_JSON', content: JSON.stringify(body) };
}

function createVisibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: true };
}
