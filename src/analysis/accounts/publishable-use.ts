// Defines the use of publishable keys. Such a key is public, because it stands in the source of a shop's pages: it
// reads recommendations and nothing else, and browsers show the response only to pages of its origins.

export interface PublishableUse {
  /** As browsers send them: `https://shop.example`. At least one. */
  readonly origins: readonly string[];
  /** The only dataset that the key reads. Undefined: every dataset of the account. */
  readonly dataset?: string | undefined;
}

/** A host name has 253 characters at most; with scheme and port. */
const MAX_ORIGIN_LENGTH = 270;

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Describes the problem with an origin; undefined if it is valid. An origin must be written as browsers send it,
 * because it is compared as text: https (http for pages on one's own machine), lower case, no default port, no path.
 */
export function explainOriginProblem(text: string): string | undefined {
  const url = text.length <= MAX_ORIGIN_LENGTH ? URL.parse(text) : null;
  if (url === null) return 'expected an origin, for example https://shop.example';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname)))
    return 'expected https, or http://localhost while developing';
  if (url.origin !== text) return `expected the origin alone, as browsers send it: ${url.origin}`;
  return url.hostname.includes('*') ? 'expected one origin, without a wildcard' : undefined;
}

/**
 * `origin`: the Origin header. A request without the header is allowed: any client but a browser can forge it, so
 * requiring it would prove nothing.
 */
export function isAllowedOrigin({ origins }: PublishableUse, origin: string | undefined): boolean {
  return origin === undefined || origins.includes(origin);
}
