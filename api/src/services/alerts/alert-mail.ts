import type { AlertChannels } from '@propsight/shared/contracts'
import type { Deps } from '../../deps.ts'
import { createSigner } from '../../platform/signer.ts'
import type { AlertDelivery, DeliveryResult } from '../../repositories/alerts.ts'
import { sendMail } from '../operations/mailer.ts'
import { summarize } from './summarize.ts'

export const UNSUBSCRIBE_PATH = '/api/alerts/unsubscribe'

type MailDeps = Pick<Deps, 'env' | 'mailbox'>

/**
 * Whether alerts can be mailed: with a mail server, or into the mailbox of the embedded installation. The links of a
 * mail need `PUBLIC_URL`.
 */
export const canMail = ({ env, mailbox }: MailDeps): boolean =>
  env.PUBLIC_URL !== undefined && (env.SMTP_URL !== undefined || mailbox !== null)

/** What this installation can send to a user. @param isProven whether the user followed a link in a mail */
export const mailChannel = (deps: MailDeps, isProven: boolean): AlertChannels['mail'] => {
  if (!canMail(deps)) return 'unavailable'
  return isProven ? 'ready' : 'unproven'
}

const signerOf = ({ env }: Pick<Deps, 'env'>) => createSigner(env.SUPABASE_SECRET_KEY, 'alert mails 1')

/** Whether the signature of an unsubscribe link is valid for the user. */
export const isUnsubscribeLink = (deps: Pick<Deps, 'env'>, user: string, signature: string): boolean =>
  signerOf(deps).verifies(user, signature)

/** The link that turns off the mails of a user without sign-in. It does not expire: mails are kept for years. */
export function unsubscribeLink(deps: Pick<Deps, 'env'>, user: string): string {
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
  deps: MailDeps,
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
      'You get this mail because you turned on mails of alerts. Analytics only, no accuracy is guaranteed.',
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
