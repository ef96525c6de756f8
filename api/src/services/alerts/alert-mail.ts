import { createHash } from 'node:crypto'
import type { AlertChannels } from '@propsight/shared/contracts'
import type { ApiEnv } from '../../platform/config/env.ts'
import { createSigner } from '../../platform/signer.ts'
import type { AlertDelivery, DeliveryResult } from '../../repositories/alerts.ts'
import type { Mailbox } from '../operations/mailbox.ts'
import { MAILBOX_STYLE } from '../operations/mailbox.ts'
import { sendMail } from '../operations/mailer.ts'
import { summarize } from './alert-texts.ts'

export const UNSUBSCRIBE_PATH = '/api/alerts/unsubscribe'

export interface AlertMailPorts {
  readonly env: Pick<ApiEnv, 'HELPLINES' | 'MAIL_FROM' | 'PUBLIC_URL' | 'SMTP_URL' | 'SUPABASE_SECRET_KEY'>
  readonly mailbox: Pick<Mailbox, 'add'> | null
}

type LinkPorts = { readonly env: Pick<ApiEnv, 'PUBLIC_URL' | 'SUPABASE_SECRET_KEY'> }

/**
 * Whether alerts can be mailed: with a mail server, or into the mailbox of the embedded installation. The links of a
 * mail need `PUBLIC_URL`.
 */
export const canMail = ({ env, mailbox }: AlertMailPorts): boolean =>
  env.PUBLIC_URL !== undefined && (env.SMTP_URL !== undefined || mailbox !== null)

/** What this installation can send to a user. @param isProven whether the user followed a link in a mail */
export const mailChannel = (deps: AlertMailPorts, isProven: boolean): AlertChannels['mail'] => {
  if (!canMail(deps)) return 'unavailable'
  return isProven ? 'ready' : 'unproven'
}

const signerOf = ({ env }: LinkPorts) => createSigner(env.SUPABASE_SECRET_KEY, 'alert mails 1')

/** Whether the signature of an unsubscribe link is valid for the user. */
export const isUnsubscribeLink = (deps: LinkPorts, user: string, signature: string): boolean =>
  signerOf(deps).verifies(user, signature)

/** The link that turns off the mails of a user without sign-in. It does not expire: mails are kept for years. */
export function unsubscribeLink(deps: LinkPorts, user: string): string {
  const link = new URL(UNSUBSCRIBE_PATH, deps.env.PUBLIC_URL)
  link.searchParams.set('user', user)
  link.searchParams.set('signature', signerOf(deps).sign(user))
  return link.href
}

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/**
 * Mails alerts to the proven address of their user, all that are due in one mail. The mail can be turned off by its
 * link, and by mail programs with one click (RFC 8058). Never throws.
 */
export async function sendAlertMail(
  deps: AlertMailPorts,
  { userId, address, alerts, more }: Pick<AlertDelivery, 'userId' | 'address' | 'alerts' | 'more'>,
): Promise<DeliveryResult> {
  if (!canMail(deps) || address === null) return { result: 'failed', error: 'mail is not configured' }
  const { env, mailbox } = deps
  const link = unsubscribeLink(deps, userId)
  const [newest] = alerts
  const mail = {
    to: address,
    subject: summarize(alerts, more).title,
    text: [
      ...alerts.map(({ title, body, path }) => `${title}\n${body}\n${new URL(path, env.PUBLIC_URL).href}\n`),
      ...(more > 0 ? [`And ${more} more on the site.\n`] : []),
      'You get this mail because you turned on alert mails. Analytics only, no accuracy is guaranteed.',
      `Turn off these mails: ${link}`,
      '',
      `Gambling on your mind? ${env.HELPLINES.map(({ label }) => label).join(' or ')}`,
      '',
    ].join('\n'),
  }
  try {
    if (env.SMTP_URL === undefined) await mailbox?.add({ ...mail, at: new Date().toISOString(), html: '' })
    else
      await sendMail(env, {
        ...mail,
        messageId: `alert-${newest?.id}`,
        writtenAt: new Date(newest?.createdAt ?? Date.now()),
        headers: {
          'List-Unsubscribe': `<${link}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      })
    return { result: 'sent' }
  } catch (error) {
    return { result: 'failed', error: reasonOf(error) }
  }
}

const digest = createHash('sha256').update(MAILBOX_STYLE).digest('base64')

/** Content security policy of the page: its style, and its form to the same address. */
export const UNSUBSCRIBE_POLICY = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

const TEXTS = {
  ask: {
    title: 'Turn off alert mails?',
    body: `<p class="lead">Alerts on the site stay on. You can turn mails on again in your account.</p>
<form method="post"><p class="bar"><button class="button go" type="submit">Turn off</button><a class="button" href="/">Open Propsight</a></p></form>`,
  },
  done: {
    title: 'Alert mails are off',
    body: `<p class="lead">You can turn them on again in your account.</p>
<p class="bar"><a class="button" href="/">Open Propsight</a></p>`,
  },
} as const

/** The page of the link that turns off mails: a question, and after the button its confirmation. No scripts. */
export const unsubscribePage = (step: keyof typeof TEXTS): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light"><title>Alerts · Propsight</title><style>${MAILBOX_STYLE}</style></head>
<body><main><h1>${TEXTS[step].title}</h1>
${TEXTS[step].body}
</main></body>
</html>
`
