// Holds what every command shares: the deployment that it works on, and how it prints answers.
import { randomInt } from 'node:crypto';
import { setTimeout as timeout } from 'node:timers/promises';
import { InvalidArgumentError } from 'commander';
import { ulid } from 'ulid';
import { formatJsonLine } from '../../../src/analysis/tables/harmless-text.ts';
import type { Operations } from '../../../src/service/operations/accounts.ts';
import type { Deployment } from '../deployment/find-deployment.ts';
import type { CliCommand } from './cli-command.ts';

export interface Context {
  readonly program: CliCommand;
  deployment(): Promise<Deployment>;
  operations(): Promise<Operations>;
  readonly stage: () => string;
  readonly isJson: () => boolean;
  /** Prints `record` with --json, `lines` otherwise. */
  print(record: unknown, lines: string): void;
}

interface GlobalOptions {
  readonly stage: string;
  readonly json: boolean;
}

export function createContext(program: CliCommand): Context {
  const getOptions = (): GlobalOptions => program.opts<GlobalOptions>();
  // Commands that only call the API do not wait for the AWS SDK to load.
  const loadDeployment = async (): Promise<Deployment> => {
    const { findDeployment } = await import('../deployment/find-deployment.ts');
    return findDeployment(getOptions().stage);
  };
  return {
    program,
    deployment: loadDeployment,
    stage: () => getOptions().stage,
    isJson: () => getOptions().json,
    async operations() {
      const { createOperations } = await import('../../../src/service/operations/accounts.ts');
      const { createAccountStore } = await import('../../../src/service/accounts/accounts.ts');
      const { wireMadeByKeys } = await import('../../../src/service/operations/made-by-keys.ts');
      const { createKeyStore } = await import('../../../src/service/accounts/api-keys.ts');
      const { db, serviceTable } = await loadDeployment();
      return createOperations({
        accounts: createAccountStore(db, serviceTable),
        keys: createKeyStore(db, serviceTable),
        made: wireMadeByKeys(db, serviceTable),
        newId: ulid,
        randomInt,
        clock: Date.now,
      });
    },
    print(record, lines) {
      console.log(getOptions().json ? formatJsonLine(record) : lines);
    },
  };
}

export function parseWholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0) throw new InvalidArgumentError('expected a whole number.');
  return number;
}

export function parsePositiveNumber(value: string): number {
  const number = parseWholeNumber(value);
  if (number === 0) throw new InvalidArgumentError('expected a whole number from 1.');
  return number;
}

export function parseShare(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0 && number <= 1)) {
    throw new InvalidArgumentError('expected a number between 0 and 1.');
  }
  return number;
}

export function parseNotNegative(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0 && number < Number.POSITIVE_INFINITY)) {
    throw new InvalidArgumentError('expected a number from 0.');
  }
  return number;
}

export function parseDecimal(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('expected a number.');
  return number;
}

/** Collects the values of an option that can be repeated. */
export function collectTexts(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Collects the values of an option that can be repeated. */
export function collectScores(value: string, before: readonly number[] = []): readonly number[] {
  if (!/^[1-5]$/.test(value)) throw new InvalidArgumentError('expected a score: 1, 2, 3, 4 or 5.');
  return [...before, Number(value)];
}

/** Returns copies of the first items. */
export async function collectFirst<T extends object>(all: AsyncIterable<T>, limit?: number): Promise<T[]> {
  const found: T[] = [];
  for await (const one of takeFirst(all, limit)) found.push(one);
  return found;
}

export async function* takeFirst<T extends object>(
  all: AsyncIterable<T>,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<T> {
  let count = 0;
  if (limit === 0) return;
  for await (const one of all) {
    yield { ...one };
    if (++count === limit) return;
  }
}

/** Colour only on terminals, and never when NO_COLOR is set (no-color.org). */
export function shouldUseColour(): boolean {
  return process.stdout.isTTY === true && (process.env.NO_COLOR ?? '') === '';
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Rejects when the signal is aborted. */
export const waitUnlessAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  timeout(ms, undefined, { signal });
