// The Prefer header (RFC 7240): preferences by name.

/** `handling=strict`: the client wants an error for what would otherwise be ignored. */
export function prefersStrict(prefer: string | undefined): boolean {
  return /(?:^|[,;\s])handling\s*=\s*"?strict"?\s*(?:$|[,;])/i.test(prefer ?? '');
}
