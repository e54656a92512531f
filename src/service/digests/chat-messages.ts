// Digests as messages of Slack and Teams. Texts are elements that neither program parses: a product's name can neither link
// nor mention anybody.
import type { Digest, DigestItem } from './compose-digest.ts';

type Link = Pick<DigestItem, 'url' | 'show'>;

/** Slack refuses longer headers. */
const LONGEST_HEADER = 150;

/** https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
export function formatForSlack({ subject, remarks, items, basis, home }: Digest): object {
  const text = (said: string, style?: object) => ({ type: 'text', text: said, ...(style && { style }) });
  const link = ({ url, show }: Link) => ({ type: 'link', url, text: show });
  const section = (...elements: readonly object[]) => ({ type: 'rich_text_section', elements });
  return {
    // Shown in notifications, where `<`, `>` and `&` are markup.
    text: subject.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    unfurl_links: false,
    blocks: [
      {
        type: 'header',
        text: { type: 'plain_text', text: [...subject].slice(0, LONGEST_HEADER).join(''), emoji: false },
      },
      {
        type: 'rich_text',
        elements: [
          ...remarks.map((remark) => section(text(`${remark}\n`))),
          ...items.map((item) =>
            section(
              text(`\n${item.title}\n`, { bold: true }),
              ...(item.worth === undefined ? [] : [text(`${item.worth}\n`)]),
              text(`${item.text}\n`),
              text(`${item.evidence}\n`, { italic: true }),
              link(item),
              text('\n'),
            ),
          ),
          ...(home === undefined ? [] : [section(text(`\n${basis} `), link(home))]),
        ],
      },
    ],
  };
}

/**
 * For a workflow “When a Teams webhook request is received”.
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export function formatForTeams({ subject, remarks, items, basis, home, language }: Digest): object {
  const paragraph = (text: string, style: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...style }],
  });
  const openUrl = ({ url, show }: Link) => ({
    type: 'ActionSet',
    actions: [{ type: 'Action.OpenUrl', title: show, url }],
  });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    ...{ type: 'AdaptiveCard', version: '1.4', lang: language },
    msteams: { width: 'Full' },
    body: [
      paragraph(subject, { weight: 'Bolder', size: 'Large' }),
      ...remarks.map((remark) => paragraph(remark)),
      ...items.flatMap((item) => [
        paragraph(item.title, { weight: 'Bolder' }),
        ...(item.worth === undefined ? [] : [paragraph(item.worth)]),
        paragraph(item.text),
        paragraph(item.evidence, { isSubtle: true, size: 'Small' }),
        openUrl(item),
      ]),
      ...(basis === '' ? [] : [paragraph(basis, { isSubtle: true, size: 'Small' })]),
      ...(home === undefined ? [] : [openUrl(home)]),
    ],
  };
  const card = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return { type: 'message', attachments: [card] };
}
