import type { Mail } from './mailbox.ts'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const decodeHtml = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

/** The addresses that a mail wants its reader to open, once each. */
export const linksOf = (mail: Pick<Mail, 'text' | 'html'>): string[] => {
  const found = `${mail.text}\n${decodeHtml(mail.html)}`.match(/https?:\/\/[^\s"'<>]+/g) ?? []
  return [...new Set(found)]
}

const renderMail = (mail: Mail) => {
  const links = linksOf(mail).map((href) => `<li><a href="${escapeHtml(href)}">${escapeHtml(href)}</a></li>`)
  return `<article>
<h2>${escapeHtml(mail.subject || 'No subject')}</h2>
<p>To ${escapeHtml(mail.to)}, <time datetime="${escapeHtml(mail.at)}">${escapeHtml(mail.at)}</time></p>
${links.length > 0 ? `<ul>${links.join('')}</ul>` : ''}
${mail.text ? `<pre>${escapeHtml(mail.text)}</pre>` : ''}
</article>`
}

/** The mailbox as a page without scripts or styles. Mails are shown as text: their HTML is not ours to run. */
export const renderMailbox = (mails: Mail[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Mailbox · Propsight</title></head>
<body><main><h1>Mailbox</h1>
<p>Mails that this installation would have sent. They stay on this machine.</p>
${mails.length > 0 ? mails.map(renderMail).join('\n') : '<p>No mail yet.</p>'}
</main></body>
</html>
`
