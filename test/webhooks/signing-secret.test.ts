// Secrets of receivers' own: what is one, and its bytes.
import { expect, it } from 'vitest';
import { signingBytes, signingSecretProblem } from '../../src/webhooks/signature.ts';

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

it('takes whsec_ and the base64 of 24 to 64 bytes, and nothing else', () => {
  for (const bytes of [24, 32, 64]) {
    expect(signingSecretProblem(secretOf(bytes))).toBeUndefined();
    expect(signingBytes(secretOf(bytes))).toEqual(Buffer.alloc(bytes, 7));
  }
  const problem = 'expected whsec_ and the base64 of 24 to 64 bytes';
  const others = [secretOf(23), secretOf(65), secretOf(32).slice(6), `whsec_${'?'.repeat(40)}`, 'whsec_', ''];
  for (const other of others) {
    expect(signingSecretProblem(other)).toBe(problem);
    expect(() => signingBytes(other)).toThrow('a stored secret is none');
  }
});
