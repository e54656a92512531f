// The HTTP API of a stage: its throttling, access log, routes and custom domain.
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { AGENTS_PATH } from '../../src/contract/agents-route.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console-routes.ts';
import { MAIL_ROUTE } from '../../src/contract/mail-route.ts';
import { toRoute } from '../../src/contract/operation.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { MORE_SETTINGS, synthesizeStage } from './template.ts';

describe.each(['dev', 'prod'])('the API of %s', (stage) => {
  it('throttles requests, and logs each with its address, but without its key, query or body', () => {
    const template = synthesizeStage(stage);
    const stages = template.findByType('AWS::ApiGatewayV2::Stage');
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

const OF_MAIL = [`GET ${MAIL_ROUTE}`, `POST ${MAIL_ROUTE}`];

describe('apiThrottle', () => {
  it('sets separate limits for orders, routes with a key, routes without a key and single routes', () => {
    const [stage] = synthesizeStage('prod', MORE_SETTINGS).findByType('AWS::ApiGatewayV2::Stage');
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
    expect(open.map(([key]) => key).sort()).toEqual([...pages, ...OF_MAIL, '$default'].sort());
  });

  it('is refused if it names an unknown route', () => {
    expect(() => synthesizeStage('dev', { apiThrottle: { routes: { 'GET /reports': 7 } } })).toThrow(
      /^apiThrottle.routes: .*, got GET \/reports$/,
    );
  });
});

it.each(['dev', 'prod', 'local'])(
  'routes exactly the operations, agents, console and links of e-mails in %s, with HEAD for GET and OPTIONS if publishable',
  (stage) => {
    const routes = synthesizeStage(stage)
      .findByType('AWS::ApiGatewayV2::Route')
      .map(({ properties }) => String(properties.RouteKey));
    const operations = OPERATIONS.flatMap((operation) => {
      const methods: string[] = operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method];
      if ('publishable' in operation) methods.push('OPTIONS');
      return methods.map((method) => `${method} ${toRoute(operation)}`);
    });
    const pages = CONSOLE_ROUTES.flatMap((path) => [`GET ${path}`, `HEAD ${path}`]);
    const others = [...pages, ...OF_MAIL, `POST ${AGENTS_PATH}`, '$default'];
    expect(routes.sort()).toEqual([...operations, ...others].sort());
  },
);

describe('a custom domain', () => {
  it('is not created by default', () => {
    const template = synthesizeStage('prod');
    expect(template.findByType('AWS::ApiGatewayV2::DomainName')).toEqual([]);
    expect(template.outputs.DomainTarget).toBeUndefined();
  });

  it('becomes the address of the API, with the given certificate', () => {
    const template = synthesizeStage('prod', MORE_SETTINGS);
    const [domain, ...others] = template.findByType('AWS::ApiGatewayV2::DomainName');
    expect(others).toEqual([]);
    expect(domain?.properties).toMatchObject({
      DomainName: 'api.example.com',
      DomainNameConfigurations: [{ CertificateArn: MORE_SETTINGS.certificateArn, EndpointType: 'REGIONAL' }],
    });
    expect(template.findByType('AWS::ApiGatewayV2::ApiMapping')).toMatchObject([
      { properties: { Stage: '$default', DomainName: { Ref: domain?.id } } },
    ]);
    expect(template.outputs).toMatchObject({
      ApiUrl: 'https://Http/Domain/api/v1',
      DomainTarget: 'Http/Domain.RegionalDomainName',
    });
  });
});
