// The gateway where other machines reach it: links and files are at its public address, and nothing is readable without a signature.
import { request } from 'node:http';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/engines/dynamodb.ts';
import { gatewayAddress, urlHere } from '../../local/gateway/address.ts';
import type { LocalCloud } from '../../local/local-cloud.ts';
import { SmallStack } from './small-stack.ts';

const PUBLIC_URL = 'https://orders.example.com';
const SHOW_ENDPOINT = 'export const handler = async () => process.env.AWS_ENDPOINT_URL_S3;';

describe('the address that is asked for', () => {
  it('is this machine only, unless HOST says otherwise', () => {
    expect(gatewayAddress({})).toEqual({ host: '127.0.0.1', isOpen: false, publicUrl: undefined });
    expect(gatewayAddress({ HOST: '', PUBLIC_URL: '' })).toEqual(gatewayAddress({}));
    expect(gatewayAddress({ HOST: '::1' }).isOpen).toBe(false);
    expect(gatewayAddress({ HOST: '::' }).isOpen).toBe(true);
    expect(gatewayAddress({ HOST: '10.0.0.7', PUBLIC_URL: 'http://orders:4000/' })).toEqual({
      host: '10.0.0.7',
      isOpen: true,
      publicUrl: 'http://orders:4000',
    });
  });

  it.each([
    [{ HOST: 'everywhere' }, 'HOST: expected an IP address'],
    [{ PUBLIC_URL: 'orders.example.com' }, 'PUBLIC_URL: expected an address without a path'],
    [{ PUBLIC_URL: 'https://example.com/orders' }, 'got https://example.com/orders'],
    [{ PUBLIC_URL: 'ftp://example.com' }, 'PUBLIC_URL: '],
    [{ PUBLIC_URL: 'https://me@example.com' }, 'PUBLIC_URL: '],
  ])('%j is refused', (environment, problem) => {
    expect(() => gatewayAddress(environment)).toThrow(problem);
  });

  it('is reached from here at a loopback address where it is every one', () => {
    expect(['0.0.0.0', '::', '10.0.0.7', '::1'].map((host) => urlHere(host, 80))).toEqual([
      'http://127.0.0.1:80',
      'http://127.0.0.1:80',
      'http://10.0.0.7:80',
      'http://[::1]:80',
    ]);
  });
});

describe('a cloud at every address', () => {
  const stack = new SmallStack();
  const signsForCallers = (entry: string) => ({
    Environment: { Variables: { POWERTOOLS_SERVICE_NAME: `local/http/${entry}` } },
  });
  let cloud: LocalCloud;
  let address: string;

  beforeAll(async () => {
    stack.addFunction('Echo', 'export const handler = async (event) => event;');
    stack.addFunction('Exports', SHOW_ENDPOINT, signsForCallers('manage-exports'));
    stack.addFunction('Reports', SHOW_ENDPOINT, signsForCallers('get-report'));
    stack.addFunction('Tools', 'export const handler = async () => process.env.CORS_ORIGINS;', {
      Environment: { Variables: { CORS_ORIGINS: '["https://shop.example.com"]' } },
    });
    stack.add('Bodies', 'AWS::S3::Bucket');
    stack.addRoute('$default', 'Echo');
    cloud = await stack.start({ address: gatewayAddress({ HOST: '0.0.0.0', PUBLIC_URL }) });
    const at = (endpoint: string) =>
      new S3Client({ endpoint, region: 'us-east-1', credentials: LOCAL_CREDENTIALS, forcePathStyle: true });
    const file = { Bucket: 'bodies', Key: 'exports/tea & milk.csv' };
    await at(cloud.endpoints.s3).send(
      new PutObjectCommand({ ...file, Body: 'Tea', ContentDisposition: 'attachment; filename="a.csv"' }),
    );
    address = await getSignedUrl(at(PUBLIC_URL), new GetObjectCommand(file), { expiresIn: 60 });
  });
  afterAll(() => stack.remove());

  it('is called from here as before, and links name the public address', async () => {
    expect(cloud.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(cloud.publicUrl).toBe(PUBLIC_URL);
    expect(await (await fetch(`${cloud.url}/x`)).json()).toMatchObject({
      headers: { 'x-forwarded-proto': 'https' },
      requestContext: { domainName: 'orders.example.com' },
    });
  });

  it.runIf(process.platform === 'linux')('takes calls at another address, the engines do not', async () => {
    const other = (url: string): string => url.replace('127.0.0.1', '127.0.0.2');
    expect((await fetch(`${other(cloud.url)}/x`)).status).toBe(200);
    await expect(fetch(other(cloud.endpoints.dynamodb))).rejects.toThrow();
    const alone = await stack.start();
    await expect(fetch(`${other(alone.url)}/x`)).rejects.toThrow();
  });

  it('has the function that signs for callers sign the public address, and no other', async () => {
    expect(await cloud.invoke('Exports', {})).toBe(PUBLIC_URL);
    expect(await cloud.invoke('Reports', {})).toBe(cloud.endpoints.s3);
  });

  it('has its functions take calls of pages at the public address, beside those of the template', async () => {
    expect(await cloud.invoke('Tools', {})).toBe(JSON.stringify(['https://shop.example.com', PUBLIC_URL]));
  });

  it('gives out a file at its signed address only', async () => {
    expect(address).toMatch(/^https:\/\/orders\.example\.com\/bodies\/exports\//);
    expect(await got(address)).toMatchObject({
      status: 200,
      body: 'Tea',
      disposition: 'attachment; filename="a.csv"',
    });
    expect(await got(address.replace('milk', 'mi1k'))).toMatchObject({
      status: 403,
      body: expect.stringContaining('SignatureDoesNotMatch'),
    });
    expect(await got(address.replace(/\?.*/, ''))).toMatchObject({ status: 403 });
    expect(await got(address.replace(/\?.*/, ''), 'PUT')).toMatchObject({
      status: 200,
      body: expect.stringContaining('$default'),
    });
  });

  /** As a proxy passes it on: the host is the public one. */
  function got(url: string, method = 'GET') {
    const { pathname, search, host } = new URL(url);
    const { promise, resolve, reject } = Promise.withResolvers<object>();
    const options = { method, headers: { host }, path: `${pathname}${search}` };
    request(cloud.url, options, async (response) => {
      const parts = await response.toArray();
      resolve({
        status: response.statusCode,
        body: Buffer.concat(parts).toString(),
        disposition: response.headers['content-disposition'],
      });
    })
      .on('error', reject)
      .end();
    return promise;
  }
});
