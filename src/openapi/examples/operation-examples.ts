// What examples of an operation are.
import type { OperationId } from '../../contract/operations.ts';

interface Example {
  readonly summary: string;
  readonly value: unknown;
}
export type Examples = Readonly<Record<string, Example>>;

export interface OperationExamples {
  readonly body?: Examples;
  /** Successful responses. */
  readonly answer: Examples;
}

/** Of some operations. */
export type ExamplesOfSome = Readonly<Partial<Record<OperationId, OperationExamples>>>;

/** The only example of a request or response. */
export function one(name: string, summary: string, value: unknown): Examples {
  return { [name]: { summary, value } };
}
