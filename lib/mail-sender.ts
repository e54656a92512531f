// Sends e-mails from one address by SES. Its domain is verified outside of the stack, because that takes records of
// its DNS. SES keeps a list of addresses that bounced or complained, and sends them nothing.
// https://docs.aws.amazon.com/ses/latest/dg/sending-email-suppression-list.html
import { Stack } from 'aws-cdk-lib';
import { ConfigurationSet, SuppressionReasons } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { ServiceFunction } from './functions/service-function.ts';

export interface MailSenderProps {
  readonly from: string;
}

export class MailSender extends Construct {
  /** Address of SES in the region of the stack. */
  readonly url: string;
  readonly configurationSet: string;
  private readonly from: string;

  constructor(scope: Construct, id: string, { from }: MailSenderProps) {
    super(scope, id);
    this.from = from;
    const { region, urlSuffix } = Stack.of(this);
    this.url = `https://email.${region}.${urlSuffix}`;
    const set = new ConfigurationSet(this, 'Set', {
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.configurationSet = set.configurationSetName;
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
