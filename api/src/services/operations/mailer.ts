import type { ApiEnv } from '../../platform/config/env.ts'

/** A mail server that is slower is taken for one that is away. */
const SEND_LIMIT_MS = 15_000
const CONNECT_LIMIT_MS = 5_000

export type MailEnv = Pick<ApiEnv, 'SMTP_URL' | 'MAIL_FROM' | 'CONTACT_TO'>

export interface MailToOperator {
  /** Makes the Message-ID, so that a mail that is sent twice is known to be the same. */
  id: string
  /** Who gets the answer. */
  replyTo: { name: string; address: string }
  subject: string
  text: string
  writtenAt: Date
}

/** Line breaks would make a name look like another header, marks of direction like another name. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Z}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

const isLoopback = (hostname: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)

/** Whether a login would cross the network in the open unless the server offers TLS, which is then demanded. */
function needsTls(smtpUrl: string): boolean {
  const { protocol, username, hostname } = new URL(smtpUrl)
  return protocol === 'smtp:' && username !== '' && !isLoopback(hostname)
}

/**
 * Sends plain text to the operator (`CONTACT_TO`) over `SMTP_URL`. Resolves when the mail server has taken it.
 * @throws Error with the mail server's words, also when it took longer than 15 s
 */
export async function mailOperator(
  { SMTP_URL, MAIL_FROM, CONTACT_TO }: MailEnv,
  { id, replyTo, subject, text, writtenAt }: MailToOperator,
): Promise<void> {
  if (SMTP_URL === undefined || MAIL_FROM === undefined || CONTACT_TO === undefined) {
    throw new Error('no mail server is configured')
  }
  // Loaded with the first mail: most installations send none.
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
    envelope: { from: MAIL_FROM, to: [CONTACT_TO] },
    from: { name: 'Propsight', address: MAIL_FROM },
    to: CONTACT_TO,
    replyTo: { name: oneLine(replyTo.name), address: replyTo.address },
    messageId: `<contact-${id}@${MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1)}>`,
    date: writtenAt,
    subject: oneLine(subject),
    text,
    signal: AbortSignal.timeout(SEND_LIMIT_MS),
  })
}
