// CloudFront in front of the API: refuses floods by the rules of lib/edge/web-acl.ts, and caches the console
// and the reference. The API itself answers only under a stage with a secret name, so that nobody can bypass
// CloudFront.
import { Aws, Duration, Fn } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Function as CloudFrontFunction,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import { CONSOLE_PATH } from '../../src/contract/console-routes.ts';
import { BASE_PATH } from '../../src/contract/operation.ts';
import { VIEWER_ADDRESS, VIEWER_HOST } from '../../src/contract/schema/viewer-headers.ts';
import { acknowledge } from '../acknowledge.ts';

/** A domain under which the API is reached. */
export interface CustomDomain {
  readonly name: string;
  /** ARN of a certificate in the stack's own region, or, with an edge, in us-east-1. */
  readonly certificateArn: string;
}

export interface EdgeProps {
  readonly api: HttpApi;
  /** Output of the stack `…-edge`. */
  readonly webAclArn: string;
  /** Requires a certificate of us-east-1. */
  readonly customDomain: CustomDomain | undefined;
}

/** The random part of the stack's id: only readers of the stack have it. */
export const EDGE_STAGE_NAME = Fn.select(2, Fn.split('/', Aws.STACK_ID));

/** How long the edge keeps pages that must be revalidated: a flood of requests for them stays at the edge. */
const KEPT_AT_LEAST = Duration.minutes(1);
/** Timeout of the origin: held reads take 20 s, functions 29. */
const PATIENCE = Duration.seconds(30);
/**
 * Statuses that CloudFront would otherwise cache for ten seconds, for everybody who requests the same path
 * with another key.
 */
const ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
/** Headers of one response, which the cache must not repeat to other callers. */
const UNCACHED_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-Request-Id'];

export class Edge extends Construct {
  /** Host name under which the stage is reached. */
  readonly host: string;
  /** Target of the custom domain's DNS record. */
  readonly target: string;

  constructor(scope: Construct, id: string, { api, webAclArn, customDomain }: EdgeProps) {
    super(scope, id);
    const viewer = new CloudFrontFunction(this, 'Viewer', {
      code: FunctionCode.fromInline(VIEWER_FUNCTION),
      runtime: FunctionRuntime.JS_2_0,
      comment: 'Tells the API who asked, and at which address',
    });
    const behavior: BehaviorOptions = {
      origin: new HttpOrigin(`${api.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`, {
        originPath: `/${EDGE_STAGE_NAME}`,
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        readTimeout: PATIENCE,
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [{ function: viewer, eventType: FunctionEventType.VIEWER_REQUEST }],
      compress: false,
    };
    const pages: BehaviorOptions = {
      ...behavior,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
      cachePolicy: new CachePolicy(this, 'Pages', {
        comment: 'The console and the reference',
        minTtl: KEPT_AT_LEAST,
        defaultTtl: KEPT_AT_LEAST,
        maxTtl: Duration.days(365),
        enableAcceptEncodingBrotli: true,
        enableAcceptEncodingGzip: true,
        // Some views of the console have a page of their own.
        queryStringBehavior: CacheQueryStringBehavior.allowList('view'),
        headerBehavior: CacheHeaderBehavior.allowList('Origin'),
      }),
      responseHeadersPolicy: new ResponseHeadersPolicy(this, 'OfAnyRequest', {
        comment: 'Without what belongs to one request',
        removeHeaders: UNCACHED_HEADERS,
      }),
    };
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'Order Analytics',
      webAclId: webAclArn,
      httpVersion: HttpVersion.HTTP2_AND_3,
      // IPv6 is off: with it, limits by address would have to count networks.
      enableIpv6: false,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      ...(customDomain && {
        domainNames: [customDomain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', customDomain.certificateArn),
      }),
      defaultBehavior: {
        ...behavior,
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
      },
      additionalBehaviors: {
        [CONSOLE_PATH]: pages,
        [`${CONSOLE_PATH}/*`]: pages,
        [`${BASE_PATH}/docs`]: pages,
        [`${BASE_PATH}/openapi.json`]: pages,
      },
      errorResponses: ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    acknowledge(distribution, 'AwsSolutions-CFR1', 'Shops and their visitors are in every country.');
    acknowledge(
      distribution,
      'AwsSolutions-CFR3',
      "The API's access log has every request that passes, AWS WAF's samples those that do not: addresses are logged once.",
    );
    if (customDomain === undefined)
      acknowledge(
        distribution,
        'AwsSolutions-CFR4',
        "CloudFront's own certificate allows no choice of TLS version; a custom domain takes TLS 1.2 and later only.",
      );
    this.target = distribution.distributionDomainName;
    this.host = customDomain?.name ?? distribution.distributionDomainName;
  }
}

/**
 * The CloudFront function in front of the API: adds the caller's address and the requested host to the
 * headers, and replaces headers of these names that a caller sends. It runs in CloudFront's own engine: ES 5
 * with some more, nothing imported.
 */
export const VIEWER_FUNCTION = `function handler(event) {
  var request = event.request;
  request.headers['${VIEWER_ADDRESS}'] = { value: event.viewer.ip };
  request.headers['${VIEWER_HOST}'] = { value: request.headers.host.value };
  return request;
}
`;
