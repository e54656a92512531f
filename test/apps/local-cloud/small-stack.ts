// A small template with functions written in the test, for cases that the service's own stack does not cause.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalCloud, startLocalCloud } from '../../../apps/local-cloud/local-cloud.ts';
import type { LocalCloudOptions } from '../../../apps/local-cloud/local-cloud-options.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

export class SmallStack {
  readonly dir = mkdtempSync(join(tmpdir(), 'order-analytics-'));
  readonly resources: Record<string, Resource> = {};
  readonly logged: string[] = [];
  private readonly running: LocalCloud[] = [];

  /** Adds a function whose bundle is `code`, an ES module that exports `handler`. */
  addFunction(id: string, code: string, properties: Readonly<Record<string, unknown>> = {}): void {
    const asset = join(this.dir, `asset.${id}`);
    mkdirSync(asset, { recursive: true });
    writeFileSync(join(asset, 'index.mjs'), code);
    this.add(id, 'AWS::Lambda::Function', { Code: { S3Key: `${id}.zip` }, ...properties });
  }

  add(id: string, Type: string, Properties: Readonly<Record<string, unknown>> = {}): void {
    this.resources[id] = { Type, Properties };
  }

  /** Adds a route of the HTTP API to a function. */
  addRoute(RouteKey: string, functionId: string): void {
    const id = `Route${Object.keys(this.resources).length}`;
    this.add(`${id}Integration`, 'AWS::ApiGatewayV2::Integration', { IntegrationUri: toArn(functionId) });
    this.add(id, 'AWS::ApiGatewayV2::Route', {
      RouteKey,
      Target: { 'Fn::Join': ['', ['integrations/', { Ref: `${id}Integration` }]] },
    });
  }

  async start(options: Partial<LocalCloudOptions> = {}): Promise<LocalCloud> {
    const cloud = await startLocalCloud({
      template: { Resources: this.resources },
      assemblyDir: this.dir,
      log: ({ source, message }) => this.logged.push(`${source}: ${message}`),
      ...options,
    });
    this.running.push(cloud);
    return cloud;
  }

  async remove(): Promise<void> {
    for (const cloud of this.running.splice(0)) await cloud.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

export function toArn(id: string): object {
  return { 'Fn::GetAtt': [id, 'Arn'] };
}

/** Repeats `ask` until it returns a value, for at most `seconds`. */
export async function waitUntil<T>(seconds: number, ask: () => Promise<T | undefined>): Promise<T> {
  const late = Date.now() + seconds * 1_000;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > late) throw new Error(`not within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Returns the process id of the engine itself, not of the guard that watches it. */
export function findEnginePid({ endpoints }: Pick<LocalCloud, 'endpoints'>): number | undefined {
  const port = `--port ${new URL(endpoints.dynamodb).port}`;
  const line = execFileSync('ps', ['ax', '-o', 'pid=,args='])
    .toString()
    .split('\n')
    .find((found) => found.includes(port) && !found.includes('dynoxide-guard'));
  return line === undefined ? undefined : Number.parseInt(line, 10);
}
