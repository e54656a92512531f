// The HTTP API's stage: throttled, logged, and on a domain of its own where one is given.
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { AGENTS_PATH } from '../../src/contract/agents-route.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console-routes.ts';
import { toRoute } from '../../src/contract/operation.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { MORE_SETTINGS, synthesizeStage } from './template.ts';

describe.each(['dev', 'prod'])('%s', (stage) => {
  it('throttles every stage and logs each request with its address, without its key, query or body', () => {
    const template = synthesizeStage(stage);
    const stages = template.of('AWS::ApiGatewayV2::Stage');
    expect(stages).toHaveLength(1);
    for (const { properties } of stages) {
      expect(properties).toMatchObject({
        DefaultRouteSettings: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1_000 },
        RouteSettings: {
          'POST /api/v1/data/orders': { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1_000 },
          $default: { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
          'GET /api/v1/openapi.json': { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
        },
        AccessLogSettings: { DestinationArn: expect.anything(), Format: expect.any(String) },
      });
      const variables = JSON.stringify(properties.AccessLogSettings).match(/\$context\.[\w.]+/g);
      expect(variables).toEqual([
        '$context.requestId',
        '$context.requestTime',
        '$context.identity.sourceIp',
        '$context.routeKey',
        '$context.status',
        '$context.responseLatency',
        '$context.integrationErrorMessage',
      ]);
    }
  });
});

describe('the throttle', () => {
  it('is set apart for orders, for what asks for a key, for what asks for none, and for single routes', () => {
    const [stage] = synthesizeStage('prod', MORE_SETTINGS).of('AWS::ApiGatewayV2::Stage');
    const settings = v.parse(
      v.object({
        DefaultRouteSettings: v.object({ ThrottlingRateLimit: v.number() }),
        RouteSettings: v.record(v.string(), v.object({ ThrottlingRateLimit: v.number() })),
      }),
      stage?.properties,
    );
    const own = Object.entries(settings.RouteSettings).map(([key, one]) => [key, one.ThrottlingRateLimit]);
    const found = { ...Object.fromEntries(own), default: settings.DefaultRouteSettings.ThrottlingRateLimit };
    expect(found).toMatchObject({ default: 300, 'GET /api/v1/reports': 7, $default: 40 });
    const orders = Object.entries(found).filter(([, limit]) => limit === 900);
    expect(orders.map(([key]) => key).sort()).toEqual([
      'POST /api/v1/data/orders',
      'POST /api/v1/hooks/{id}',
    ]);
    const keyless = OPERATIONS.filter((one) => 'keyless' in one && one.method === 'GET').map(toRoute);
    const pages = [...keyless, ...CONSOLE_ROUTES].flatMap((path) => [`GET ${path}`, `HEAD ${path}`]);
    const open = Object.entries(found).filter(([, limit]) => limit === 40);
    expect(open.map(([key]) => key).sort()).toEqual([...pages, '$default'].sort());
  });

  it('of a route that is not there is refused by its key', () => {
    expect(() => synthesizeStage('dev', { apiThrottle: { routes: { 'GET /reports': 7 } } })).toThrow(
      /^apiThrottle.routes: .*, got GET \/reports$/,
    );
  });
});

it.each(['dev', 'prod', 'local'])(
  'has a route for every operation of the contract, for agents and for the console, HEAD beside GET, OPTIONS where pages of shops call it, and no other: %s',
  (stage) => {
    const routes = synthesizeStage(stage)
      .of('AWS::ApiGatewayV2::Route')
      .map(({ properties }) => String(properties.RouteKey));
    const operations = OPERATIONS.flatMap((operation) => {
      const methods: string[] = operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method];
      if ('publishable' in operation) methods.push('OPTIONS');
      return methods.map((method) => `${method} ${toRoute(operation)}`);
    });
    const pages = CONSOLE_ROUTES.flatMap((path) => [`GET ${path}`, `HEAD ${path}`]);
    expect(routes.sort()).toEqual([...operations, ...pages, `POST ${AGENTS_PATH}`, '$default'].sort());
  },
);

describe('a custom domain', () => {
  it('is part of no stack unless given', () => {
    const template = synthesizeStage('prod');
    expect(template.of('AWS::ApiGatewayV2::DomainName')).toEqual([]);
    expect(template.outputs.DomainTarget).toBeUndefined();
  });

  it("is the API's address, under its certificate", () => {
    const template = synthesizeStage('prod', MORE_SETTINGS);
    const [domain, ...others] = template.of('AWS::ApiGatewayV2::DomainName');
    expect(others).toEqual([]);
    expect(domain?.properties).toMatchObject({
      DomainName: 'api.example.com',
      DomainNameConfigurations: [{ CertificateArn: MORE_SETTINGS.certificateArn, EndpointType: 'REGIONAL' }],
    });
    expect(template.of('AWS::ApiGatewayV2::ApiMapping')).toMatchObject([
      { properties: { Stage: '$default', DomainName: { Ref: domain?.id } } },
    ]);
    expect(template.outputs).toMatchObject({
      ApiUrl: 'https://Http/Domain/api/v1',
      DomainTarget: 'Http/Domain.RegionalDomainName',
    });
  });
});
