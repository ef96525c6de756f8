import type { ApiEnv } from '../../platform/config/env.ts'

/** Timeout of sending one mail. */
const SEND_LIMIT_MS = 15_000
const CONNECT_LIMIT_MS = 5_000

export type MailEnv = Pick<ApiEnv, 'SMTP_URL' | 'MAIL_FROM' | 'CONTACT_TO'>

export interface MailToOperator {
  /** Part of the Message-ID, so that a mail that is sent twice is recognized as the same. */
  id: string
  /** Receiver of the operator's answer. */
  replyTo: { name: string; address: string }
  subject: string
  text: string
  writtenAt: Date
}

/** Removes line breaks, which could add a header, and bidirectional marks, which could disguise a name. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Z}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

const isLoopback = (hostname: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)

/** Whether to require STARTTLS: `smtp:` with a login to another host would send the password unencrypted. */
function needsTls(smtpUrl: string): boolean {
  const { protocol, username, hostname } = new URL(smtpUrl)
  return protocol === 'smtp:' && username !== '' && !isLoopback(hostname)
}

/** A plain text mail of the product. */
interface OutgoingMail {
  to: string
  /** Part of the Message-ID before the `@`, so that a mail that is sent twice is recognized as the same. */
  messageId: string
  subject: string
  text: string
  writtenAt: Date
  replyTo?: { name: string; address: string }
  headers?: Record<string, string>
}

/**
 * Sends plain text through `SMTP_URL`. Resolves when the mail server has accepted it.
 * @throws Error with the message of the mail server, also after the timeout of 15 s
 */
export async function sendMail(
  { SMTP_URL, MAIL_FROM }: Pick<MailEnv, 'SMTP_URL' | 'MAIL_FROM'>,
  { to, messageId, subject, text, writtenAt, replyTo, headers = {} }: OutgoingMail,
): Promise<void> {
  if (SMTP_URL === undefined || MAIL_FROM === undefined) throw new Error('no mail server is configured')
  // Loaded with the first mail, because most installations send none.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: SEND_LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(needsTls(SMTP_URL) ? { requireTLS: true } : {}),
  })
  await transport.sendMail({
    envelope: { from: MAIL_FROM, to: [to] },
    from: { name: 'Propsight', address: MAIL_FROM },
    to,
    ...(replyTo ? { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } } : {}),
    messageId: `<${messageId}@${MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1)}>`,
    date: writtenAt,
    subject: oneLine(subject),
    text,
    headers,
    signal: AbortSignal.timeout(SEND_LIMIT_MS),
  })
}

/**
 * Sends plain text to the operator (`CONTACT_TO`), see `sendMail`.
 * @throws Error with the message of the mail server, also after the timeout of 15 s
 */
export async function sendMailToOperator(
  env: MailEnv,
  { id, replyTo, subject, text, writtenAt }: MailToOperator,
): Promise<void> {
  if (env.CONTACT_TO === undefined) throw new Error('no mail server is configured')
  await sendMail(env, { to: env.CONTACT_TO, messageId: `contact-${id}`, replyTo, subject, text, writtenAt })
}
