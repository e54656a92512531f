// Tests e-mails: their texts are escaped, those who get them can unsubscribe, and a request to confirm holds nothing that
// an account can write.
import { describe, expect, it } from 'vitest';
import type { Digest } from '../../../src/service/digests/compose-digest.ts';
import { formatConfirmationMail, formatDigestMail } from '../../../src/service/digests/mail-message.ts';
import { writeMailPage } from '../../../src/service/digests/mail-page.ts';
import { parseMailAddress } from '../../../src/service/digests/opt-in.ts';
import { createEndpointItem } from './endpoint-item.ts';

const HOSTILE = '<a href="https://evil.example">Tea</a> & "y" \'z\'';
const LINK = 'https://api.example.com/api/v1/mail/acc_1.E.t';
const DIGEST: Digest = {
  language: 'en',
  subject: `${HOSTILE}\r\nBcc: eve@example.com`,
  remarks: ['Your newest order is 2 months old.'],
  items: [
    {
      ...{ title: `Sell ${HOSTILE} with Milk`, worth: '€1,234 more', text: 'Half of them.' },
      ...{
        evidence: 'p < 0.001',
        show: 'Show what goes with it',
        url: 'https://api.example.com/console?a=1&b=2',
      },
    },
  ],
  basis: 'From reports of 2 March.',
  home: { url: 'https://api.example.com/console', show: 'Open the console' },
};

describe('a digest by e-mail', () => {
  const { subject, text, html, headers } = formatDigestMail(DIGEST, LINK);

  it('has the same facts and links as text and as HTML', () => {
    for (const fact of ['€1,234 more', 'Half of them.', 'From reports of 2 March.', 'Open the console'])
      expect([text.includes(fact), html.includes(fact)]).toEqual([true, true]);
    expect(text).toContain(`Unsubscribe: ${LINK}\n`);
    expect(html).toContain(`<a href="${LINK}">Unsubscribe</a>`);
    expect(html).toContain('href="https://api.example.com/console?a=1&amp;b=2"');
  });

  it('escapes names of products, and keeps the subject on one line', () => {
    expect(html).not.toContain('<a href="https://evil.example"');
    expect(html).toContain('Sell &lt;a href=&quot;https://evil.example&quot;&gt;');
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it('can be unsubscribed from in the mail program', () => {
    expect(headers).toEqual({
      'List-Unsubscribe': `<${LINK}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('loads nothing, and sets no colour that dark mode would have to change', () => {
    expect(html).not.toMatch(/<img|<link|<script|url\(|background|[^-]color:/);
    expect(html).toContain('content="light dark"');
  });
});

describe('a request to confirm', () => {
  it.each(['en', 'de'] as const)('holds only fixed texts, the host and the link, in %s', (language) => {
    const { text, html, headers } = formatConfirmationMail(language, LINK);
    const rest = text.replaceAll(LINK, '').replaceAll('api.example.com', '');
    expect(rest).not.toMatch(/https?:|@|\{/);
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(headers).toEqual({});
  });
});

describe('the address of an e-mail', () => {
  it.each(['mailto:ann@example.com', 'mailto:Ann.O’Hara'.replace('’', "'").concat('+x@mail.example.co.uk')])(
    'is taken from %s',
    (url) => {
      expect(parseMailAddress(url)).toBe(url.slice('mailto:'.length));
    },
  );

  it.each([
    ['mailto:ann@example.com,eve@example.com'],
    ['mailto:ann@example.com?cc=eve@example.com'],
    ['mailto:ann@example.com%2Ceve@example.com'],
    ['mailto:ann@example.com\r\nBcc:eve@example.com'],
    ['mailto:Ann <ann@example.com>'],
    ['mailto:ann@localhost'],
    ['mailto:@example.com'],
    ['https://example.com/'],
    [`mailto:${'a'.repeat(250)}@example.com`],
  ])('is not taken from %j', (url) => {
    expect(parseMailAddress(url)).toBeUndefined();
  });
});

describe('the page of a link', () => {
  it('asks with a button, in the language of the digest', () => {
    const item = createEndpointItem({ language: 'de' });
    const page = writeMailPage({ asks: 'unsubscribe', item });
    expect(page).toContain('<p>ann@example.com bekommt dann keine Übersicht mehr.</p>');
    expect(page).toContain('<form method="post"><button>Abbestellen</button></form>');
    expect(writeMailPage({ asks: 'unsubscribed', item })).not.toContain('<form');
  });

  it('shows an unknown link in the language of the browser, without a button', () => {
    expect(writeMailPage(undefined, 'de-DE,de;q=0.9')).toContain('Dieser Link ist ungültig');
    expect(writeMailPage(undefined)).toMatch(/This link is not valid(?!.*<form)/s);
  });
});
