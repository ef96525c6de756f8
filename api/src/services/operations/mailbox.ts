import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const MAX_MAILS = 200

const mailSchema = z.object({
  id: z.string(),
  at: z.string(),
  to: z.string(),
  subject: z.string().default(''),
  text: z.string().default(''),
  html: z.string().default(''),
})
export type Mail = z.infer<typeof mailSchema>

export interface Mailbox {
  /** Stores a mail that the embedded data service would have sent. */
  add(mail: Omit<Mail, 'id'>): Promise<void>
  /** Newest first. */
  list(): Promise<Mail[]>
}

/**
 * Creates the mailbox of the embedded data service. Keeps the newest 200 mails in a folder, so that instances
 * share them and a restart keeps them, or in memory.
 */
export function createMailbox(folder?: string): Mailbox {
  return folder === undefined ? inMemory() : inFolder(folder)
}

function inMemory(): Mailbox {
  const mails: Mail[] = []
  return {
    async add(mail) {
      mails.unshift({ ...mail, id: randomUUID() })
      mails.length = Math.min(mails.length, MAX_MAILS)
    },
    list: async () => [...mails],
  }
}

function inFolder(folder: string): Mailbox {
  // File names begin with the time, so they sort by time.
  const names = async () => {
    const all = await readdir(folder).catch(() => [])
    return all.filter((name) => name.endsWith('.json')).sort((a, b) => (a < b ? 1 : -1))
  }
  const read = async (name: string): Promise<Mail[]> => {
    try {
      return [mailSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))]
    } catch {
      return []
    }
  }
  return {
    async add(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const id = `${Date.now()}-${randomUUID()}`
      const unfinished = join(folder, `.${id}`)
      await writeFile(unfinished, JSON.stringify({ ...mail, id }), { mode: 0o600 })
      await rename(unfinished, join(folder, `${id}.json`))
      const surplus = (await names()).slice(MAX_MAILS)
      await Promise.all(surplus.map((name) => rm(join(folder, name), { force: true })))
    },
    list: async () => (await Promise.all((await names()).slice(0, MAX_MAILS).map(read))).flat(),
  }
}

/** Style of the mailbox page: the colours and sizes of shared/src/ui/styles/tokens.css that it needs. */
export const MAILBOX_STYLE = `
:root { color-scheme: dark light; --page: light-dark(#f4f4f0, #0d1012); --card: light-dark(#ffffff, #14181b);
  --ink: light-dark(#14181b, #eff2f1); --ink-2: light-dark(#414a50, #b7c0c5); --line: light-dark(#dfe0da, #242b30);
  --accent: light-dark(#15191c, #eef0ee); --on-accent: light-dark(#ffffff, #0d1012); --focus: light-dark(#5a3fd0, #b5a2ff);
  --control: light-dark(#7d868c, #6b767e) }
* { box-sizing: border-box; margin: 0 }
body { background: var(--page); color: var(--ink); padding: 32px 16px 64px;
  font: 400 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
main { max-width: 720px; margin: 0 auto; display: grid; gap: 16px }
h1 { font-size: 28px; line-height: 1.1 }
h2 { font-size: 16px; line-height: 1.3; overflow-wrap: anywhere }
.lead, .about { color: var(--ink-2) }
.about { font-size: 13px; overflow-wrap: anywhere }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
.bar { display: flex; gap: 12px; flex-wrap: wrap }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 20px; display: grid; gap: 12px }
.button { display: inline-flex; align-items: center; min-height: 44px; padding: 0 18px; border-radius: 8px; font-weight: 600;
  text-decoration: none; color: var(--ink); border: 1px solid var(--control) }
.go { background: var(--accent); color: var(--on-accent); border-color: transparent }
summary { min-height: 44px; display: flex; align-items: center; color: var(--ink-2); font-size: 13px; cursor: pointer;
  text-decoration: underline; text-underline-offset: 3px }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 400 12px/1.5 ui-monospace, monospace; color: var(--ink-2) }
.empty { border: 1px dashed var(--line); border-radius: 10px; padding: 32px 20px; color: var(--ink-2) }
`

const digest = createHash('sha256').update(MAILBOX_STYLE).digest('base64')

/** Content security policy of the mailbox page: this style only, no script, picture or form. */
export const MAILBOX_POLICY = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const decodeHtml = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

/** Lists the links of a mail without duplicates: URLs in its text and its anchors, but no XML namespaces. */
export const findLinks = (mail: Pick<Mail, 'text' | 'html'>): string[] => {
  const anchors = [...mail.html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/gi)].map(([, href = '']) =>
    decodeHtml(href),
  )
  const found = [mail.text, ...anchors].join('\n').match(/https?:\/\/[^\s"'<>]+/g) ?? []
  return [...new Set(found)]
}

const LABEL_OF_TYPE = new Map(
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
export function labelOf(href: string): string {
  const type = URL.canParse(href) ? new URL(href).searchParams.get('type') : null
  return LABEL_OF_TYPE.get(type ?? '') ?? 'Open the link'
}

const renderLink = (href: string, go: boolean) =>
  `<a class="button${go ? ' go' : ''}" href="${escapeHtml(href)}">${labelOf(href)}</a>`

const renderMail = (mail: Mail, index: number) => {
  const links = findLinks(mail)
  const text = mail.text || links.join('\n')
  return `<article>
<h2>${escapeHtml(mail.subject || 'No subject')}</h2>
<p class="about">To ${escapeHtml(mail.to)} · <time datetime="${escapeHtml(mail.at)}">${escapeHtml(mail.at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'))}</time></p>
${links.length > 0 ? `<p class="bar">${links.map((href, nth) => renderLink(href, index === 0 && nth === 0)).join('\n')}</p>` : ''}
${text ? `<details><summary>Show the mail as text</summary><pre>${escapeHtml(text)}</pre></details>` : ''}
</article>`
}

/**
 * Renders the mailbox as a page without scripts, newest mail first. Shows mails as text, because HTML is
 * untrusted.
 * @param address path of the mailbox
 */
export const renderMailbox = (mails: Mail[], address: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light"><title>Mailbox · Propsight</title><style>${MAILBOX_STYLE}</style></head>
<body><main><h1>Mailbox</h1>
<p class="lead">Mails that this installation would have sent, newest first. They stay on this machine. A link or its code works once; opening a link alone uses nothing up.</p>
<nav class="bar" aria-label="Mailbox"><a class="button" href="${escapeHtml(address)}">Look again</a><a class="button" href="/">Open Propsight</a></nav>
${mails.length > 0 ? mails.map(renderMail).join('\n') : '<p class="empty">No mail yet. Ask for a sign-in link or a new password, then look again.</p>'}
</main></body>
</html>
`
