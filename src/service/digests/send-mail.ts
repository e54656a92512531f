// Sends an e-mail by SES: one signed request, without a repetition. It takes no further client of the SDK in the bundles.
// https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
import { hash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { say } from '../../contract/sentences/sentence.ts';
import { describeConnectionFailure } from '../../contract/sentences/undelivered-because.ts';
import { computeAuthorization } from '../aws/short-way.ts';
import { log } from '../observability/log.ts';
import { NoResponseError, type RequestOptions, requestOnce } from '../webhooks/request.ts';
import { type DeliveryAttempt, TIMEOUT_MS } from '../webhooks/send.ts';
import type { MailMessage } from './mail-message.ts';

export interface MailSettings {
  /** Address of the sender; empty if the deployment sends no e-mails. */
  readonly MAIL_FROM: string;
  /** Address of SES, without a path. */
  readonly MAIL_URL: string;
  /** Its events report bounces and complaints; empty without one. */
  readonly MAIL_CONFIGURATION_SET: string;
}

export interface Mail extends MailMessage {
  readonly to: string;
  /** Returned with bounces and complaints. */
  readonly tags: Readonly<Record<string, string>>;
}

/** One attempt; never throws: every error is an outcome. */
export type SendMail = (mail: Mail) => Promise<DeliveryAttempt>;

const PATH = '/v2/email/outbound-emails';
const MAX_ANSWER_BYTES = 16_000;
const refusal = v.object({ message: v.optional(v.string(), '') });

/** `aws`: a client with the credentials and the region of the function. */
export function createSendMail(
  { MAIL_FROM, MAIL_URL, MAIL_CONFIGURATION_SET }: MailSettings,
  { config: aws }: Pick<DynamoDBDocumentClient, 'config'>,
  clock: () => number,
  timeLimit?: RequestOptions['timeLimit'],
): SendMail {
  async function buildRequest({ to, sender, subject, text, html, headers, tags }: Mail) {
    const Charset = 'UTF-8';
    const body = JSON.stringify({
      FromEmailAddress: `${sender} <${MAIL_FROM}>`,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: subject, Charset },
          Body: { Text: { Data: text, Charset }, Html: { Data: html, Charset } },
          Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
        },
      },
      EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
      ...(MAIL_CONFIGURATION_SET !== '' && { ConfigurationSetName: MAIL_CONFIGURATION_SET }),
    });
    const { sessionToken, ...credentials } = await aws.credentials();
    const bodyHash = hash('sha256', body, 'hex');
    const signed = {
      host: new URL(MAIL_URL).host,
      'content-type': 'application/json',
      'x-amz-content-sha256': bodyHash,
      'x-amz-date': new Date(clock()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
      ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
    };
    const scope = { region: await aws.region(), service: 'ses' };
    const authorization = computeAuthorization(signed, bodyHash, credentials, scope, PATH);
    return { body, headers: { ...signed, authorization } };
  }

  return async (mail) => {
    try {
      const limits = { timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES };
      const request = { method: 'POST', url: `${MAIL_URL}${PATH}`, ...limits } as const;
      // An address of the operator, which may be private.
      const options = { receivers: 'any', timeLimit } as const;
      const { status, headers, body } = await requestOnce(
        { ...request, ...(await buildRequest(mail)) },
        options,
      );
      if (status >= 200 && status < 300)
        return { verdict: 'delivered', responseStatus: status, problem: undefined };
      const code = String(headers['x-amzn-errortype'] ?? '').split(':')[0] || null;
      log('warn', 'e-mail refused', { status, code, reason: readReason(body) });
      const problem = say('service_refused', { status, code });
      // Everything else is for the operator to fix: an identity, a limit or a pause of SES.
      const isFinal = code === 'BadRequestException';
      return { verdict: isFinal ? 'give_up' : 'retry', responseStatus: status, problem };
    } catch (error) {
      const problem = error instanceof NoResponseError ? error.because : describeConnectionFailure(error);
      return { verdict: 'retry', responseStatus: undefined, problem };
    }
  };
}

function readReason(body: Buffer): string {
  try {
    return v.parse(refusal, JSON.parse(body.toString('utf8'))).message;
  } catch {
    return '';
  }
}
