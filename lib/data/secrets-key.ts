// The key that encrypts the secrets of accounts before they are stored: those of destinations, webhook
// endpoints and sources. Every stage has it, whatever encrypts the tables. A function may either encrypt or
// decrypt with it; only the one that manages sources may do both, because it compares a given secret with the
// stored one. It costs 1 USD a month, and 1 USD more after each of its first two yearly rotations: 3 USD from
// the third year on.
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';

export interface SecretsKeyProps {
  /** Deleting the stack keeps the key: without it, the stored secrets can't be read. */
  readonly retainData: boolean;
}

export class SecretsKey extends Construct {
  private readonly key: Key;

  constructor(scope: Construct, id: string, { retainData }: SecretsKeyProps) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: `Secrets of the accounts of ${Stack.of(this).stackName}`,
      enableKeyRotation: true,
      pendingWindow: Duration.days(30),
      removalPolicy: retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
  }

  /** ARN of the key, for the environment of functions that encrypt or decrypt. */
  get arn(): string {
    return this.key.keyArn;
  }
}
