// What the image and compose.yaml promise, read from the files. `npm run image` builds it and runs it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { BASE_PATH } from '../../../src/contract/operation.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { packageManifest } from '../../../tools/package/manifest.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const uncommented = (text: string) =>
  text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));

/** Lines that end in a backslash are one with the next. */
const lines = uncommented(read('Dockerfile'))
  .join('\n')
  .replaceAll(/\s*\\\n\s*/g, ' ')
  .split('\n');
const lastStage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
/** What follows the last such instruction of the stage that becomes the image. */
const last = (instruction: string): string =>
  lastStage.findLast((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1) ?? '';
const env = Object.fromEntries(
  last('ENV')
    .split(' ')
    .map((pair) => pair.split('=')),
);
const composeFile = v.object({
  services: v.record(
    v.string(),
    v.looseObject({
      build: v.string(),
      image: v.string(),
      ports: v.array(v.string()),
      volumes: v.array(v.string()),
      tmpfs: v.array(v.string()),
      read_only: v.boolean(),
      cap_drop: v.array(v.string()),
      security_opt: v.array(v.string()),
    }),
  ),
  volumes: v.record(v.string(), v.null()),
});
const { services, volumes } = v.parse(composeFile, parse(read('compose.yaml')));
const { service } = services;

it('is built on a base of one version, which an argument replaces', () => {
  expect(lines[0]).toBe('ARG BASE=node:24-bookworm-slim');
  const bases = lines.filter((line) => line.startsWith('FROM '));
  expect(bases).toHaveLength(2);
  for (const base of bases) expect(base).toMatch(/^FROM \$\{BASE\}( AS installed)?$/);
  expect(`${read('Dockerfile')}${read('compose.yaml')}`).not.toContain('latest');
});

it('runs as a user without rights, by number, who owns the data', () => {
  expect(last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect(last('RUN')).toContain(`chown ${last('USER')} ${env.HOME}`);
  // Nothing is done as root after it.
  expect(lastStage.findIndex((line) => line.startsWith('USER '))).toBeGreaterThan(
    lastStage.findLastIndex((line) => line.startsWith('RUN ')),
  );
});

it("starts the package's own program", () => {
  const { name, bin } = v.parse(
    v.object({ name: v.string(), bin: v.record(v.string(), v.string()) }),
    packageManifest(ROOT),
  );
  const [, target, link] = /ln -s (\S+) (\S+)/.exec(last('RUN')) ?? [];
  const [program = ''] = v.parse(v.array(v.string()), JSON.parse(last('ENTRYPOINT')));
  expect(target).toBe(`/opt/order-analytics/node_modules/${name}/${bin[program]}`);
  expect(link).toBe(`/usr/local/bin/${program}`);
  expect(read(`tools/package/${bin[program]}`)).toMatch(/^#!\/usr\/bin\/env node\n/);
});

it('listens on the port that it names, which this machine alone reaches', () => {
  expect(env).toMatchObject({ HOST: '0.0.0.0', PORT: last('EXPOSE') });
  expect(service?.ports).toEqual([`127.0.0.1:${env.PORT}:${env.PORT}`]);
});

it('is healthy when a path answers that needs no key', () => {
  const [, path] =
    /fetch\(`http:\/\/127\.0\.0\.1:\$\{process\.env\.PORT\}([^`]+)`\)/.exec(last('HEALTHCHECK')) ?? [];
  const keyless = OPERATIONS.filter((operation) => operation.method === 'GET' && 'keyless' in operation);
  expect(keyless.map((operation) => `${BASE_PATH}${operation.path}`)).toContain(path);
});

it('writes to the volume of the data and to memory alone, without any capability', () => {
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
  expect(service?.volumes).toEqual([`data:${env.HOME}`]);
  expect(Object.keys(volumes)).toEqual(['data']);
  expect([last('VOLUME'), last('WORKDIR')]).toEqual([env.HOME, env.HOME]);
  expect(service?.tmpfs.map((folder) => env.NODE_COMPILE_CACHE?.startsWith(`${folder}/`))).toEqual([true]);
});

it('is given the packed package, and nothing else of the clone', () => {
  expect(uncommented(read('.dockerignore'))).toEqual(['*', '!dist/order-analytics-*.tgz']);
  const copied = lines.filter((line) => /^(COPY|ADD) (?!--from=installed)/.test(line));
  expect(copied).toEqual(['COPY dist/order-analytics-*.tgz package.tgz']);
});
