// The HTTP API: a route for each operation under /api/v1, those of the console, and a default route that returns 404.
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
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { AGENTS_PATH } from '../src/contract/agents-route.ts';
import { CONSOLE_ROUTES } from '../src/contract/console-routes.ts';
import { BASE_PATH, routeOf } from '../src/contract/operation.ts';
import { OPERATIONS } from '../src/contract/operations.ts';
import { acknowledge } from './acknowledge.ts';
import { type ApiFunctionsProps, createApiFunctions } from './api-functions.ts';
import type { ServiceFunction } from './service-function.ts';
import { vendedLogName } from './vended-log-name.ts';

export interface AnalyticsApiProps extends Omit<ApiFunctionsProps, 'apiUrl'> {
  readonly throttle: ApiThrottle;
  readonly customDomain: CustomDomain | undefined;
}

/** Requests a second, above which API Gateway itself returns 429. Each route counts its own; a burst may be twice as many. */
export interface ApiThrottle {
  /** Of a route that checks a key, far above the sum of the accounts' own limits. */
  readonly keyed: number;
  /** Of a route that answers anybody: the console, the reference, and paths that no operation has. */
  readonly open: number;
}

export interface CustomDomain {
  readonly name: string;
  /** ARN of a certificate in the stack's own region. */
  readonly certificateArn: string;
}

export class AnalyticsApi extends Construct {
  readonly api: HttpApi;
  readonly url: string;
  /** Target of the custom domain's DNS record. */
  readonly domainTarget: string | undefined;
  readonly functions: readonly ServiceFunction[];
  /** By their keys. */
  private readonly openRoutes = new Map<string, HttpRoute>();
  private readonly integrations = new Map<ServiceFunction, HttpLambdaIntegration>();

  constructor(scope: Construct, id: string, props: AnalyticsApiProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { createDefaultStage: false, description: 'Order Analytics' });
    // This address is there before a custom domain's name leads anywhere.
    const apiUrl = `${this.api.apiEndpoint}${BASE_PATH}`;
    const functions = createApiFunctions(this, { ...props, apiUrl });
    const { answeredBy, consolePages, unknownRoute, agentTools } = functions;
    this.functions = [...new Set([...answeredBy.values(), consolePages, unknownRoute, agentTools])];

    for (const operation of OPERATIONS) {
      const methods =
        operation.method === 'GET' ? [HttpMethod.GET, HttpMethod.HEAD] : [HttpMethod[operation.method]];
      // Preflights go to the function that is called next, which is then warm; all others go to the default route.
      if ('publishable' in operation) methods.push(HttpMethod.OPTIONS);
      for (const method of methods) {
        const route = this.route(
          HttpRouteKey.with(routeOf(operation), method),
          answeredBy.get(operation.operationId) ?? unknownRoute,
        );
        // Hooks of shops have a window each.
        if ('keyless' in operation && operation.method === 'GET')
          this.openRoutes.set(`${method} ${routeOf(operation)}`, route);
      }
    }
    for (const path of CONSOLE_ROUTES) {
      for (const method of [HttpMethod.GET, HttpMethod.HEAD])
        this.openRoutes.set(`${method} ${path}`, this.route(HttpRouteKey.with(path, method), consolePages));
    }
    this.route(HttpRouteKey.with(AGENTS_PATH, HttpMethod.POST), agentTools);
    this.openRoutes.set(HttpRouteKey.DEFAULT.key, this.route(HttpRouteKey.DEFAULT, unknownRoute));
    const domain =
      props.customDomain &&
      new DomainName(this, 'Domain', {
        domainName: props.customDomain.name,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', props.customDomain.certificateArn),
      });
    this.domainTarget = domain?.regionalDomainName;
    const stage = this.stage(props, domain);
    this.url = `${domain ? `https://${domain.name}` : this.api.apiEndpoint}${BASE_PATH}`;
    stage.node.addDependency(this.api);
  }

  private route(routeKey: HttpRouteKey, fn: ServiceFunction): HttpRoute {
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
    return route;
  }

  /** One for all routes of a function, and one permission: CloudFormation takes at most 500 resources. */
  private integration(fn: ServiceFunction): HttpLambdaIntegration {
    const known = this.integrations.get(fn);
    if (known !== undefined) return known;
    const made = new HttpLambdaIntegration(`${fn.node.id}Integration`, fn.lambda, {
      scopePermissionToRoute: false,
    });
    this.integrations.set(fn, made);
    return made;
  }

  /** The stage throttles the API and writes an access log. */
  private stage(
    { logRetention, key, throttle }: AnalyticsApiProps,
    domainName: DomainName | undefined,
  ): HttpStage {
    const accessLog = new LogGroup(this, 'AccessLog', {
      logGroupName: vendedLogName(this),
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
      ...(key && { encryptionKey: key }),
    });
    const stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: throttle.keyed, burstLimit: 2 * throttle.keyed },
      ...(domainName && { domainMapping: { domainName } }),
    });
    const resource = stage.node.defaultChild;
    if (!(resource instanceof CfnStage)) throw new Error('the stage has no CfnStage child');
    resource.routeSettings = Object.fromEntries(
      [...this.openRoutes.keys()].map((routeKey) => [
        routeKey,
        { ThrottlingRateLimit: throttle.open, ThrottlingBurstLimit: 2 * throttle.open },
      ]),
    );
    // The settings of a route that does not exist yet are refused.
    stage.node.addDependency(...this.openRoutes.values());
    resource.accessLogSettings = {
      destinationArn: accessLog.logGroupArn,
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
    return stage;
  }
}
