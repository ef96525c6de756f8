import { createHash } from 'node:crypto'
import type { AlertChannels } from '@propsight/shared/contracts'
import type { LeagueClock } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { ApiEnv } from '../../platform/config/env.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { createSigner } from '../../platform/signer.ts'
import type {
  AlertChannel,
  AlertDelivery,
  AlertsRepository,
  DeliveryResult,
} from '../../repositories/alerts.ts'
import { MAILBOX_STYLE, type Mailbox } from '../operations/mailbox.ts'
import { sendMail } from '../operations/mailer.ts'
import { wallClock } from '../weather/zoned-time.ts'
import { summarize } from './alert-texts.ts'
import { type PushEnv, pushPublicKey, sendPush } from './push-service.ts'

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
const canMail = ({ env, mailbox }: AlertMailPorts): boolean =>
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

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

interface QuietHours {
  /** First quiet minute of the day, 0 to 1439. */
  readonly from: number
  /** First minute after the quiet hours. An earlier one than `from` is on the next day; an equal one means none. */
  readonly to: number
  /** IANA name; an unknown zone counts as UTC. */
  readonly timeZone: string
}

const isZone = (timeZone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone }))
  } catch {
    return false
  }
}

/**
 * Returns how long the quiet hours last from now on, in whole seconds; 0 outside of them. On days on which clocks
 * change, the end is at its local time; an end that is skipped is the instant of the change or within an hour of it.
 */
export function secondsOfQuiet({ from, to, timeZone }: QuietHours, now: Date): number {
  const zone = isZone(timeZone) ? timeZone : 'UTC'
  const local = wallClock(now.getTime(), zone)
  const midnight = Math.floor(local / DAY_MS) * DAY_MS
  const minute = Math.floor((local - midnight) / MINUTE_MS)
  const isQuiet = from < to ? from <= minute && minute < to : from !== to && (minute >= from || minute < to)
  if (!isQuiet) return 0
  const end = midnight + to * MINUTE_MS + (to <= minute ? DAY_MS : 0)
  // `wallClock` has whole seconds.
  const begun = Math.floor(now.getTime() / 1000) * 1000
  const about = begun + end - local
  const exact = about + end - wallClock(about, zone)
  return Math.max(1, (exact - begun) / 1000)
}

/** Time that an attempt is reserved for one instance. Longer than the timeouts of push and mail. */
const LEASE_SECONDS = 60
/** Attempts in parallel: push services answer in a few hundred milliseconds. */
const PARALLEL = 8

export interface DeliverPorts extends AlertMailPorts {
  readonly env: AlertMailPorts['env'] & PushEnv
  readonly repositories: { readonly alerts: Pick<AlertsRepository, 'claim' | 'settle'> }
  readonly metrics: Pick<Metrics, 'alertDeliveries'>
  readonly clock: LeagueClock
  readonly log: Logger
}

/** Sends one delivery, unless its user has quiet hours. These are on the wall clock, whatever the league's clock is. */
function attempt(deps: DeliverPorts, due: AlertDelivery): Promise<DeliveryResult> {
  const quiet = due.quiet ? secondsOfQuiet(due.quiet, new Date()) : 0
  if (quiet > 0) return Promise.resolve({ result: 'wait', seconds: quiet })
  return due.channel === 'push' ? sendPush(deps.env, due, deps.clock.now()) : sendAlertMail(deps, due)
}

async function deliverNext(deps: DeliverPorts, channels: readonly AlertChannel[]): Promise<boolean> {
  const { repositories, clock, metrics, log } = deps
  const due = await repositories.alerts.claim(channels, clock.now(), LEASE_SECONDS)
  if (!due) return false
  const outcome = await attempt(deps, due)
  metrics.alertDeliveries.inc({ channel: due.channel, result: outcome.result })
  if (outcome.result === 'failed')
    log.warn(
      { channel: due.channel, attempt: due.attempt, reason: outcome.error },
      'alerts were not sent; they are tried again',
    )
  // If this fails, the lease expires and alerts that were sent are sent again: a push replaces the first one, a mail
  // has the same Message-ID.
  await repositories.alerts.settle(due.lease, outcome)
  return true
}

/**
 * Sends all pushes and mails that are due, several in parallel. A failed one is tried again later, until the first
 * pitch. Any number of instances may run it at the same time.
 * @param end milliseconds since 1970 after which no attempt starts
 */
export async function deliverAlerts(deps: DeliverPorts, end: number): Promise<void> {
  const channels: AlertChannel[] = []
  if (pushPublicKey(deps.env) !== null) channels.push('push')
  if (canMail(deps)) channels.push('mail')
  if (channels.length === 0) return
  const work = async () => {
    while (Date.now() < end && (await deliverNext(deps, channels))) {
      // Continues with the next receiver.
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
}
