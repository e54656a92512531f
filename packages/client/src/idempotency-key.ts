// Keys by which the service recognises a repeated POST.

/** 128 random bits as hex. */
export function createKey(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

/**
 * One batch of a push: the same orders at the same place of the same push have the same key, so that a push that is
 * resumed does nothing twice. Orders that were corrected meanwhile get a new key.
 */
export async function computeBatchKey(push: string, firstOrder: number, json: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json));
  return `${push}-${firstOrder}-${toHex(new Uint8Array(digest, 0, 16))}`;
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
