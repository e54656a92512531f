// Sends e-mails from one address by SES. Its domain is verified outside of the stack, because that takes records of
// its DNS. SES keeps a list of addresses that bounced or complained, and sends them nothing.
// https://docs.aws.amazon.com/ses/latest/dg/sending-email-suppression-list.html
import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ConfigurationSet,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { createFunction, type Shared } from './functions/grants.ts';
import type { ServiceFunction } from './functions/service-function.ts';

export interface MailSenderProps {
  readonly from: string;
}

export class MailSender extends Construct {
  /** Address of SES in the region of the stack. */
  readonly url: string;
  readonly configurationSet: string;
  /** Empty until `reportReturned` is called. */
  readonly functions: ServiceFunction[] = [];
  private readonly from: string;
  private readonly set: ConfigurationSet;

  constructor(scope: Construct, id: string, { from }: MailSenderProps) {
    super(scope, id);
    this.from = from;
    const { region, urlSuffix } = Stack.of(this);
    this.url = `https://email.${region}.${urlSuffix}`;
    this.set = new ConfigurationSet(this, 'Set', {
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.configurationSet = this.set.configurationSetName;
  }

  /** Pauses endpoints whose e-mails bounce for good, or are reported as spam. */
  reportReturned(shared: Shared): void {
    const { key } = shared;
    const topic = new Topic(this, 'Returned', { enforceSSL: true, ...(key && { masterKey: key }) });
    // An encrypted topic needs this: without access to the key, SES cannot publish.
    key?.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('ses.amazonaws.com')],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    this.set.addEventDestination('Returned', {
      destination: EventDestination.snsTopic(topic),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    const fn = createFunction(this, 'PauseReturned', shared, {
      entry: 'webhook/pause-returned',
      description: 'Pauses endpoints whose e-mails bounce or are reported as spam',
      timeout: Duration.seconds(30),
      memoryMb: 256,
      table: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
    });
    topic.addSubscription(new LambdaSubscription(fn.lambda));
    this.functions.push(fn);
  }

  /** Allows the function to send from the address, and from no other. */
  allow(fn: ServiceFunction): void {
    const stack = Stack.of(this);
    const domain = this.from.slice(this.from.lastIndexOf('@') + 1);
    const names = [`identity/${domain}`, `configuration-set/${this.configurationSet}`];
    for (const resource of names)
      fn.allowIf(
        { StringEquals: { 'ses:FromAddress': this.from } },
        ['ses:SendEmail'],
        stack.formatArn({ service: 'ses', resource }),
      );
  }
}
