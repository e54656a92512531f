// The HTTP API: a route for each operation under /api/v1, the routes of the console, and a default route that
// returns 404.
import { RemovalPolicy } from 'aws-cdk-lib';
import {
  CfnStage,
  DomainName,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { type Alias, type IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { AGENTS_PATH } from '../../src/contract/agents-route.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console-routes.ts';
import { MAIL_ROUTE } from '../../src/contract/mail-route.ts';
import { BASE_PATH, toRoute } from '../../src/contract/operation.ts';
import { OPERATIONS, type OperationId } from '../../src/contract/operations.ts';
import { acknowledge } from '../acknowledge.ts';
import { type CustomDomain, EDGE_STAGE_NAME, Edge } from '../edge/edge.ts';
import { addLiveAlias, CANARY_ENDPOINTS } from '../functions/canary.ts';
import type { Shared } from '../functions/grants.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import { toVendedLogName } from '../service-name.ts';
import { createApiFunctions } from './api-functions.ts';

interface AnalyticsApiProps {
  readonly throttle: ApiThrottle;
  readonly customDomain: CustomDomain | undefined;
  /** CloudFront in front of the API, under these rules; undefined: callers reach the API itself. */
  readonly webAclArn: string | undefined;
  /**
   * Keeps the API's own addresses open beside the edge: `closed` refuses callers, `open` keeps the default
   * address, and the ARN of a certificate also keeps the custom domain.
   */
  readonly directAccess: string | undefined;
  /**
   * Callers reach a version of the busiest functions, which a deployment can roll back:
   * lib/functions/canary.ts.
   */
  readonly hasCanary: boolean;
}

/**
 * Requests per second above which API Gateway itself returns 429. Each route counts its own; a burst may be
 * twice as many.
 */
export interface ApiThrottle {
  /** Limit of a route that accepts orders: pushes, and events of shops. */
  readonly ingest: number;
  /** Limit of any other route that checks a key, far above the sum of the accounts' own limits. */
  readonly keyed: number;
  /** Limit of a route without a key: the console, the reference, and paths that no operation has. */
  readonly open: number;
  /** Limits of single routes, by route key: `GET /api/v1/reports`. */
  readonly routes: Readonly<Record<string, number>>;
}

const TAKE_ORDERS: readonly OperationId[] = ['submitOrders', 'receiveEvent'];

export class AnalyticsApi extends Construct {
  readonly api: HttpApi;
  readonly url: string;
  /** Target of the custom domain's DNS record. */
  readonly domainTarget: string | undefined;
  readonly functions: readonly ServiceFunction[];
  /** Versions that callers reach; filled with `hasCanary` only. */
  readonly aliases: Alias[] = [];
  private readonly shared: Shared;
  private readonly hasCanary: boolean;
  /** Both stages share one log. */
  private accessLog: LogGroup | undefined;
  private readonly routes = new Map<string, HttpRoute>();
  /** Requests per second of routes with a limit other than the stage's, by route key. */
  private readonly throttled = new Map<string, number>();
  private readonly integrations = new Map<ServiceFunction, HttpLambdaIntegration>();

  constructor(scope: Construct, id: string, shared: Shared, props: AnalyticsApiProps) {
    super(scope, id);
    this.shared = shared;
    const { throttle } = props;
    this.hasCanary = props.hasCanary;
    this.api = new HttpApi(this, 'Api', { createDefaultStage: false, description: 'Order Analytics' });
    // The default address exists before a custom domain resolves to the API. Behind the edge it is disabled,
    // because it would count all callers as one.
    const { customDomain, webAclArn, directAccess } = props;
    const directPath = webAclArn === undefined ? '' : `/${EDGE_STAGE_NAME}`;
    shared.variables.API_URL = `${this.api.apiEndpoint}${directPath}${BASE_PATH}`;
    const { answeredBy, consolePages, unknownRoute, agentTools, mailLinks } = createApiFunctions(
      this,
      shared,
    );
    this.functions = [
      ...new Set([...answeredBy.values(), consolePages, unknownRoute, agentTools, mailLinks]),
    ];

    for (const operation of OPERATIONS) {
      const methods =
        operation.method === 'GET' ? [HttpMethod.GET, HttpMethod.HEAD] : [HttpMethod[operation.method]];
      // Preflights go to the function that is called next, which is then warm; all others go to the default route.
      if ('publishable' in operation) methods.push(HttpMethod.OPTIONS);
      for (const method of methods) {
        const key = HttpRouteKey.with(toRoute(operation), method);
        this.route(key, answeredBy.get(operation.operationId) ?? unknownRoute);
        if (TAKE_ORDERS.includes(operation.operationId)) this.throttled.set(key.key, throttle.ingest);
        else if ('keyless' in operation) this.throttled.set(key.key, throttle.open);
      }
    }
    for (const path of CONSOLE_ROUTES) {
      for (const method of [HttpMethod.GET, HttpMethod.HEAD]) {
        const key = HttpRouteKey.with(path, method);
        this.route(key, consolePages);
        this.throttled.set(key.key, throttle.open);
      }
    }
    for (const method of [HttpMethod.GET, HttpMethod.POST]) {
      const key = HttpRouteKey.with(MAIL_ROUTE, method);
      this.route(key, mailLinks);
      this.throttled.set(key.key, throttle.open);
    }
    this.route(HttpRouteKey.with(AGENTS_PATH, HttpMethod.POST), agentTools);
    this.route(HttpRouteKey.DEFAULT, unknownRoute);
    this.throttled.set(HttpRouteKey.DEFAULT.key, throttle.open);
    for (const [key, perSecond] of Object.entries(throttle.routes)) {
      if (!this.routes.has(key))
        throw new Error(
          `apiThrottle.routes: expected one of ${[...this.routes.keys()].join(', ')}, got ${key}`,
        );
      this.throttled.set(key, perSecond);
    }
    if (webAclArn !== undefined) {
      const edge = new Edge(this, 'Edge', { api: this.api, webAclArn, customDomain });
      this.domainTarget = edge.target;
      this.url = `https://${edge.host}${BASE_PATH}`;
      this.stage('EdgeStage', props, EDGE_STAGE_NAME, undefined);
      if (directAccess !== 'closed')
        this.openStage(props, customDomain && toDirectDomain(customDomain, directAccess));
      return;
    }
    const domain = this.openStage(props, customDomain);
    this.domainTarget = domain?.regionalDomainName;
    this.url = `${domain ? `https://${domain.name}` : this.api.apiEndpoint}${BASE_PATH}`;
  }

  /** The stage at the API's own address and custom domain. */
  private openStage(
    props: AnalyticsApiProps,
    customDomain: CustomDomain | undefined,
  ): DomainName | undefined {
    const domain =
      customDomain &&
      new StableDomainName(this, 'Domain', {
        domainName: customDomain.name,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', customDomain.certificateArn),
      });
    this.stage('Stage', props, '$default', domain);
    return domain;
  }

  private route(routeKey: HttpRouteKey, fn: ServiceFunction): void {
    const route = new HttpRoute(this, `Route ${routeKey.key.replaceAll('/', ' ')}`, {
      httpApi: this.api,
      routeKey,
      integration: this.integration(fn),
    });
    acknowledge(
      route,
      'AwsSolutions-APIG4',
      'API keys are checked by the functions themselves: an authorizer would cache a revoked key and hide the rate headers.',
    );
    this.routes.set(routeKey.key, route);
  }

  /**
   * One integration and one permission for all routes of a function: CloudFormation accepts at most 500
   * resources.
   */
  private integration(fn: ServiceFunction): HttpLambdaIntegration {
    const known = this.integrations.get(fn);
    if (known !== undefined) return known;
    const made = new HttpLambdaIntegration(`${fn.node.id}Integration`, this.reached(fn), {
      scopePermissionToRoute: false,
    });
    this.integrations.set(fn, made);
    return made;
  }

  /** The part of a function that callers reach: its live version, if it has one. */
  private reached(fn: ServiceFunction): IFunction {
    if (!this.hasCanary || !CANARY_ENDPOINTS.includes(fn.node.id)) return fn.lambda;
    const alias = addLiveAlias(fn);
    this.aliases.push(alias);
    const { functionArn } = alias;
    return LambdaFunction.fromFunctionAttributes(fn, 'Reached', { functionArn, sameEnvironment: true });
  }

  /** The stage throttles the API and writes an access log. */
  private stage(
    id: string,
    { throttle }: AnalyticsApiProps,
    stageName: string,
    domainName: DomainName | undefined,
  ): void {
    const { logRetention, key } = this.shared;
    this.accessLog ??= new LogGroup(this, 'AccessLog', {
      logGroupName: toVendedLogName(this),
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
      ...(key && { encryptionKey: key }),
    });
    const stage = new HttpStage(this, id, {
      httpApi: this.api,
      stageName,
      autoDeploy: true,
      throttle: { rateLimit: throttle.keyed, burstLimit: 2 * throttle.keyed },
      ...(domainName && { domainMapping: { domainName } }),
    });
    const resource = stage.node.defaultChild;
    if (!(resource instanceof CfnStage)) throw new Error('the stage has no CfnStage child');
    resource.routeSettings = Object.fromEntries(
      [...this.throttled].map(([routeKey, perSecond]) => [
        routeKey,
        { ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: 2 * perSecond },
      ]),
    );
    // API Gateway refuses settings of a route that does not exist yet.
    for (const [routeKey, route] of this.routes)
      if (this.throttled.has(routeKey)) stage.node.addDependency(route);
    resource.accessLogSettings = {
      destinationArn: this.accessLog.logGroupArn,
      format: JSON.stringify({
        requestId: '$context.requestId',
        time: '$context.requestTime',
        sourceIp: '$context.identity.sourceIp',
        route: '$context.routeKey',
        status: '$context.status',
        latencyMs: '$context.responseLatency',
        error: '$context.integrationErrorMessage',
      }),
    };
    stage.node.addDependency(this.api);
  }
}

/** API Gateway accepts a certificate of its own region, the edge one of us-east-1. */
function toDirectDomain({ name }: CustomDomain, directAccess = ''): CustomDomain {
  if (directAccess === 'open' || directAccess === '')
    throw new Error(
      `directAccess: expected the ARN of a certificate of ${name} in the stack's region, which keeps the API open until ${name} points to the edge`,
    );
  return { name, certificateArn: directAccess };
}

/**
 * The CDK names the mapping of a domain by the domain's path. Without the segment `Default`, which logical ids
 * omit, a deployed stage keeps its mapping: CloudFormation would otherwise create another before it deletes
 * this one, and API Gateway refuses two.
 */
class StableDomainName extends DomainName {
  override toString(): string {
    return this.node.path.replace('/Default/', '/');
  }
}
