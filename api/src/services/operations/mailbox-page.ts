import type { Mail } from './mailbox.ts'
import { MAILBOX_STYLE } from './mailbox-style.ts'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const decodeHtml = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

/** Lists the links of a mail without duplicates: URLs in its text and its anchors, but no XML namespaces. */
export const linksOf = (mail: Pick<Mail, 'text' | 'html'>): string[] => {
  const anchors = [...mail.html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/gi)].map(([, href = '']) =>
    decodeHtml(href),
  )
  const found = [mail.text, ...anchors].join('\n').match(/https?:\/\/[^\s"'<>]+/g) ?? []
  return [...new Set(found)]
}

const BY_TYPE = new Map(
  Object.entries({
    magiclink: 'Sign in',
    email: 'Sign in',
    recovery: 'Reset password',
    signup: 'Confirm email',
    invite: 'Accept the invitation',
    email_change: 'Confirm the new email',
  }),
)

/** Label of a link by its `type` parameter, which the auth service sets. */
export const labelOf = (href: string): string =>
  (URL.canParse(href) && BY_TYPE.get(new URL(href).searchParams.get('type') ?? '')) || 'Open the link'

const renderLink = (href: string, go: boolean) =>
  `<a class="button${go ? ' go' : ''}" href="${escapeHtml(href)}">${labelOf(href)}</a>`

const renderMail = (mail: Mail, index: number) => {
  const links = linksOf(mail)
  const words = mail.text || links.join('\n')
  return `<article>
<h2>${escapeHtml(mail.subject || 'No subject')}</h2>
<p class="about">To ${escapeHtml(mail.to)} · <time datetime="${escapeHtml(mail.at)}">${escapeHtml(mail.at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'))}</time></p>
${links.length > 0 ? `<p class="bar">${links.map((href, nth) => renderLink(href, index === 0 && nth === 0)).join('\n')}</p>` : ''}
${words ? `<details><summary>Show the mail as text</summary><pre>${escapeHtml(words)}</pre></details>` : ''}
</article>`
}

/**
 * Renders the mailbox as a page without scripts, newest mail first. Shows mails as text, because HTML is
 * untrusted.
 */
export const renderMailbox = (mails: Mail[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light"><title>Mailbox · Propsight</title><style>${MAILBOX_STYLE}</style></head>
<body><main><h1>Mailbox</h1>
<p class="lead">Mails that this installation would have sent, newest first. They stay on this machine. A link works once.</p>
<nav class="bar" aria-label="Mailbox"><a class="button" href="/dev/mailbox">Look again</a><a class="button" href="/">Open Propsight</a></nav>
${mails.length > 0 ? mails.map(renderMail).join('\n') : '<p class="empty">No mail yet. Ask for a sign-in link or a new password, then look again.</p>'}
</main></body>
</html>
`
