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
  /** Of a service whose key is the secret of a destination. */
  service_denied: ({ status }: { status: number }) =>
    `the service refused the secret of the destination with ${status}: replace it by one that may do what docs/audiences.md lists`,
  /** `code`: the service's own; null if it names none. */
  service_refused: ({ status, code }: { status: number; code: string | null }) =>
    `the service refused the request with ${status}${code === null ? '' : ` (${code})`}`,
  service_unreadable: ({ status }: { status: number }) =>
    `the service responded with ${status}, and with a body that is not what it documents`,
  /** `error`: the code of the network's error, such as ECONNREFUSED; null where it has none. */
  receiver_unreachable: ({ message }: { error: string | null; message: string }) => message,
};
export type ExpectedAddress = Expected;
