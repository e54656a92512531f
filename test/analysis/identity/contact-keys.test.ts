// Tests which texts are the same address or number, and which are nobody's own.
import { describe, expect, it } from 'vitest';
import { isInternationalPhone, toEmailKey, toPhoneKey } from '../../../src/analysis/identity/contact-keys.ts';

const emailOf = (text: string, rule = {}) => {
  const found = toEmailKey(text, rule);
  return found && ('refused' in found ? found.refused : found.key);
};
const phoneOf = (text: string, code?: string) => {
  const found = toPhoneKey(text, code);
  return found && ('refused' in found ? found.refused : found.key);
};

describe('an e-mail address', () => {
  it.each([
    ['Ann@Example-Shop.DE', 'ann@example-shop.de'],
    [' Ann Other <ann@web.de> ', 'ann@web.de'],
    ['mailto:ann@web.de', 'ann@web.de'],
    ['ann@web.de.', 'ann@web.de'],
    ['jörg@müller.de', 'jörg@xn--mller-kva.de'],
    ['ａｎｎ@web.de', 'ann@web.de'],
    ['a.nn+tag@gmail.com', 'a.nn+tag@gmail.com'],
    ['info@web.de', 'role_address'],
    ['no-reply@web.de', 'role_address'],
    ['Kunden.Service+1@web.de', 'role_address'],
    ['none@none.de', 'placeholder'],
    ['ann@example.com', 'placeholder'],
    ['x@marketplace.amazon.co.uk', 'relay_address'],
    ['abc12@members.ebay.com', 'relay_address'],
    ['ann@localhost', undefined],
    ['ann@@web.de', undefined],
    ['ann at web.de', undefined],
    ['a,b@web.de', undefined],
    ['@web.de', undefined],
    ['', undefined],
  ])('reads %s as %s', (text, expected) => {
    expect(emailOf(text)).toBe(expected);
  });

  it('ignores plus tags and dots of Gmail only if the rule says so', () => {
    expect(emailOf('a.nn+x@googlemail.com', { ignore_gmail_dots: true })).toBe('ann+x@gmail.com');
    expect(emailOf('a.nn+x@googlemail.com', { ignore_plus_tags: true })).toBe('a.nn@googlemail.com');
    expect(emailOf('a.nn@web.de', { ignore_gmail_dots: true })).toBe('a.nn@web.de');
    expect(emailOf('+x@web.de', { ignore_plus_tags: true })).toBe('+x@web.de');
  });

  it('reads a hostile text in linear time', () => {
    const started = process.cpuUsage().user;
    for (const text of [
      '@'.repeat(320),
      `${'<'.repeat(319)}@`,
      `${'a.'.repeat(160)}@x`,
      `a@${'b.'.repeat(150)}`,
    ])
      for (let times = 0; times < 1_000; times++) toEmailKey(text, { ignore_plus_tags: true });
    expect(process.cpuUsage().user - started).toBeLessThan(2_000_000);
  });
});

describe('a phone number', () => {
  it.each([
    ['+49 151 234-5987', undefined, '+491512345987'],
    ['0049 (151) 2345987', undefined, '+491512345987'],
    ['0151/2345987', '49', '+491512345987'],
    ['+49 (0)151 2345987', undefined, '+491512345987'],
    ['(415) 555-2671', '1', '+14155552671'],
    ['1-415-555-2671', '1', '+14155552671'],
    ['06 698 1122', '39', '+39066981122'],
    ['+39 06 698 1122', undefined, '+39066981122'],
    ['0151 2345987', undefined, 'unreadable_phone'],
    ['1512345987', '49', 'unreadable_phone'],
    ['+49 12', undefined, undefined],
    ['+49 1234', undefined, 'unreadable_phone'],
    ['0000000', '49', 'placeholder'],
    ['00 00 00', '49', 'placeholder'],
    ['0123456789', '49', 'placeholder'],
    ['+49 1111 1111', undefined, 'placeholder'],
    ['030 123456 ext. 5', '49', undefined],
    ['none', '49', undefined],
    ['17850', '49', 'unreadable_phone'],
  ])('reads %s with the calling code %s as %s', (text, code, expected) => {
    expect(phoneOf(text, code)).toBe(expected);
  });

  it('is an id only with its calling code', () => {
    expect(isInternationalPhone('+491512345987')).toBe(true);
    expect(isInternationalPhone('01512345987')).toBe(false);
  });
});
