// Why an event did not reach its receiver: codes, their parameters, and the English sentences.

/** What the address should have been. */
type Expected = 'no_credentials' | 'http' | 'https' | 'port_443' | 'public_address' | 'public_host';

const EXPECTED: Readonly<Record<Expected, string>> = {
  no_credentials: 'expected a URL without credentials',
  http: 'expected an http or https URL',
  https: 'expected an https URL',
  port_443: 'expected the standard https port 443',
  public_address: 'expected a public address',
  public_host: 'expected a public host name',
};

/** As the end of a sentence about the address. */
export function expectedAddress(expected: Expected): string {
  return EXPECTED[expected];
}

export const DELIVERY_SENTENCES = {
  receiver_responded: ({ status }: { status: number }) => `the receiver responded with ${status}`,
  receiver_silent: ({ seconds }: { seconds: number }) => `no answer within ${seconds} s`,
  receiver_closed: () => 'the receiver closed the connection without a response',
  receiver_address_refused: ({ expected }: { expected: Expected }) => `webhook_url: ${EXPECTED[expected]}`,
  /** `error`: the code of the network's error, such as ECONNREFUSED; null where it has none. */
  receiver_unreachable: ({ message }: { error: string | null; message: string }) => message,
};
export type ExpectedAddress = Expected;
