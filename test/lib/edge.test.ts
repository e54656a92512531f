// The edge, CloudFront with a web ACL before the API: off by default; refuses floods and huge bodies; caches pages
// only; callers cannot bypass it.
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createEdgeRules } from '../../apps/local-cloud/like-aws/edge-rules.ts';
import { DEFAULT_EDGE_LIMITS } from '../../lib/edge/web-acl.ts';
import { EDGE, LARGEST, synthesizeEdge, synthesizeStage } from './template.ts';

const CERTIFICATE = 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b2c3d-0000-4000-8000-000000000000';

const behavior = v.looseObject({
  CachePolicyId: v.unknown(),
  AllowedMethods: v.array(v.string()),
  PathPattern: v.optional(v.string()),
  ViewerProtocolPolicy: v.string(),
});
const distribution = v.object({
  DistributionConfig: v.looseObject({
    WebACLId: v.string(),
    Aliases: v.optional(v.array(v.string())),
    DefaultCacheBehavior: behavior,
    CacheBehaviors: v.array(behavior),
    CustomErrorResponses: v.array(v.object({ ErrorCode: v.number(), ErrorCachingMinTTL: v.number() })),
    Origins: v.array(v.object({ OriginPath: v.unknown() })),
  }),
});

/** The random part of the stack's id. */
const SECRET = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };
/** Id of the managed cache policy CachingDisabled. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

it('creates no edge by default, or with edge: true until its rules are deployed', () => {
  const plain = synthesizeStage('prod');
  expect(plain.listTypes().filter((type) => /CloudFront|WAF/.test(type))).toEqual([]);
  expect(synthesizeEdge('prod', {})).toBeUndefined();
  expect(synthesizeStage('prod', { edge: true }).resources).toEqual(plain.resources);
});

describe('the edge with its rules deployed', () => {
  const template = synthesizeStage('prod', LARGEST);
  const found = template
    .findByType('AWS::CloudFront::Distribution')
    .map(({ properties }) => v.parse(distribution, properties));
  const [config] = found.map(({ DistributionConfig }) => DistributionConfig);

  it('has its own address, and forwards to a stage of the API with a secret name', () => {
    const [stage] = template.findByType('AWS::ApiGatewayV2::Stage');
    expect(stage?.properties.StageName).toEqual(SECRET);
    expect(config?.Origins).toEqual([{ OriginPath: { 'Fn::Join': ['', ['/', SECRET]] } }]);
    expect(config?.WebACLId).toBe(EDGE.webAclArn);
    expect(template.outputs.ApiUrl).toBe('https://Http/Edge/Distribution.DomainName/api/v1');
    expect(template.findByType('AWS::ApiGatewayV2::DomainName')).toEqual([]);
  });

  it('caches the console and the API reference only', () => {
    expect(config?.DefaultCacheBehavior).toMatchObject({ CachePolicyId: CACHING_DISABLED });
    expect(config?.DefaultCacheBehavior.AllowedMethods).toHaveLength(7);
    const kept = config?.CacheBehaviors.map(({ PathPattern }) => PathPattern);
    expect(kept?.sort()).toEqual([
      '/api/v1/console',
      '/api/v1/console/*',
      '/api/v1/docs',
      '/api/v1/openapi.json',
    ]);
    for (const one of [config?.DefaultCacheBehavior, ...(config?.CacheBehaviors ?? [])])
      expect(one?.ViewerProtocolPolicy).toBe('https-only');
    const policies = template.findByType('AWS::CloudFront::CachePolicy').map(({ properties }) => properties);
    expect(policies).toMatchObject([{ CachePolicyConfig: { MinTTL: 60 } }]);
  });

  it('caches no error response', () => {
    const codes = config?.CustomErrorResponses.map(({ ErrorCode }) => ErrorCode);
    expect(codes).toEqual([400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]);
    for (const { ErrorCachingMinTTL } of config?.CustomErrorResponses ?? [])
      expect(ErrorCachingMinTTL).toBe(0);
  });

  it('serves a custom domain if its certificate is in us-east-1', () => {
    const domain = { domainName: 'api.example.com', certificateArn: CERTIFICATE };
    const named = synthesizeStage('prod', { ...EDGE, ...domain });
    expect(named.outputs).toMatchObject({
      ApiUrl: 'https://api.example.com/api/v1',
      DomainTarget: 'Http/Edge/Distribution.DomainName',
    });
    const elsewhere = { ...domain, certificateArn: CERTIFICATE.replace('us-east-1', 'eu-central-1') };
    expect(() => synthesizeStage('prod', { ...EDGE, ...elsewhere })).toThrow(
      'certificateArn: expected a certificate in us-east-1',
    );
    expect(() => synthesizeStage('prod', { webAclArn: EDGE.webAclArn })).toThrow(
      'webAclArn: requires edge: true',
    );
  });

  it('leaves the stage, domain and routes of a live API unchanged until direct access is closed', () => {
    const regional = CERTIFICATE.replace('us-east-1', 'eu-central-1');
    const domain = { domainName: 'api.example.com', certificateArn: regional };
    const before = synthesizeStage('prod', domain).resources;
    const beside = { ...EDGE, ...domain, certificateArn: CERTIFICATE, directAccess: regional };
    const during = synthesizeStage('prod', beside);
    for (const type of ['Stage', 'DomainName', 'ApiMapping', 'Route', 'Api'])
      for (const [id, found] of Object.entries(before))
        if (found.Type === `AWS::ApiGatewayV2::${type}`)
          expect([id, during.resources[id]]).toEqual([id, found]);
    const stages = during.findByType('AWS::ApiGatewayV2::Stage').map(({ properties }) => properties);
    expect(stages.map(({ StageName }) => StageName)).toEqual(expect.arrayContaining(['$default', SECRET]));
    expect(stages[0]?.RouteSettings).toEqual(stages[1]?.RouteSettings);
    expect(during.outputs.DomainTarget).toBe('Http/Edge/Distribution.DomainName');
    const after = synthesizeStage('prod', { ...beside, directAccess: 'closed' });
    expect(
      after.findByType('AWS::ApiGatewayV2::Stage').map(({ properties }) => properties.StageName),
    ).toEqual([SECRET]);
    expect(after.findByType('AWS::ApiGatewayV2::DomainName')).toEqual([]);
    const [edgeStage] = after.findByType('AWS::ApiGatewayV2::Stage');
    expect(during.resources[edgeStage?.id ?? '']).toEqual(after.resources[edgeStage?.id ?? '']);
  });

  it('is refused without directAccess, or with one that is no certificate of the domain', () => {
    const { directAccess: _, ...unnamed } = EDGE;
    expect(() => synthesizeStage('prod', unnamed)).toThrow('webAclArn and directAccess go together');
    const domain = { domainName: 'api.example.com', certificateArn: CERTIFICATE };
    expect(() => synthesizeStage('prod', { ...EDGE, ...domain, directAccess: 'open' })).toThrow(
      'directAccess: expected the ARN of a certificate of api.example.com',
    );
  });
});

describe('the rules of the edge', () => {
  const edge = synthesizeEdge('prod', { edge: true });
  const KEY = { authorization: 'Bearer afn_0123' };
  const createRules = () => {
    let now = 0;
    const refuses = createEdgeRules(edge, { clock: () => now });
    const ask = (address: string, request: object = {}) =>
      refuses({ address, path: '/api/v1/reports', headers: KEY, bodyBytes: 0, ...request })?.status;
    return { ask, pass: (seconds: number) => (now += seconds * 1_000) };
  };
  const flood = ({ ask }: ReturnType<typeof createRules>, count: number, request: object = {}) => {
    for (let at = 0; at < count; at++) ask('10.0.0.1', request);
  };

  it('refuse an address over the limit, with a key or without, until it has paused', () => {
    for (const [limit, request] of [
      [DEFAULT_EDGE_LIMITS.perAddress, {}],
      [DEFAULT_EDGE_LIMITS.withoutKey, { headers: {} }],
    ] as const) {
      const rules = createRules();
      flood(rules, limit, request);
      rules.pass(10);
      expect(rules.ask('10.0.0.1', request)).toBeUndefined();
      flood(rules, 10, request);
      rules.pass(10);
      expect(rules.ask('10.0.0.1', request)).toBe(429);
      expect(rules.ask('10.0.0.2', request)).toBeUndefined();
      rules.pass(70);
      expect(rules.ask('10.0.0.1', request)).toBeUndefined();
    }
  });

  it('count webhook events of shops, which carry no key, as requests with a key', () => {
    const rules = createRules();
    const event = { headers: {}, path: '/api/v1/hooks/01ABC' };
    flood(rules, DEFAULT_EDGE_LIMITS.withoutKey + 10, event);
    rules.pass(10);
    expect(rules.ask('10.0.0.1', event)).toBeUndefined();
  });

  it.each([
    ['4,999,999 bytes', { 'content-length': '4999999' }, 4_999_999, undefined],
    ['5 MB', { 'content-length': '5000000' }, 5_000_000, 413],
    ['5 MB, with zeros before', { 'content-length': '0005000000' }, 5_000_000, 413],
    ['1 GB', { 'content-length': '1000000000' }, 16_384, 413],
    ['16 kB without a length', {}, 16_384, undefined],
    ['more than 16 kB without a length', {}, 16_385, 413],
  ])('limit bodies to less than 5 MB, or to 16 kB without a length: %s', (_, headers, bodyBytes, status) => {
    const { ask } = createRules();
    expect(ask('10.0.0.1', { headers: { ...KEY, ...headers }, bodyBytes })).toBe(status);
  });

  it('refuse requests with a body in the shape of the API’s errors', () => {
    const refuses = createEdgeRules(edge);
    const refusal = refuses({
      address: 'a',
      path: '/',
      headers: { 'content-length': '9000000' },
      bodyBytes: 1,
    });
    expect(JSON.parse(refusal?.body ?? '')).toEqual({ error: expect.any(String), code: 'payload_too_large' });
  });
});
