import { CONTACT_SUBJECTS, type ContactMessage } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import { toHttpError } from '../../platform/errors.ts'
import type { ContactRepository, DueMessage } from '../../repositories/contact.ts'
import { type MailEnv, oneLine, sendMailToOperator } from './mailer.ts'

/**
 * A message is stored before its mail is sent, because SMTP shares no transaction with a database. An attempt that ends
 * between the two is repeated with the same Message-ID, which identifies the duplicate.
 */

/** Time that an attempt is reserved for one instance. Longer than the timeout of the mailer. */
export const CONTACT_LEASE_SECONDS = 60

export interface ContactPorts {
  readonly env: MailEnv
  readonly repositories: { readonly contact: Pick<ContactRepository, 'settle' | 'store'> }
  readonly log: Logger
}

const labelOf = (subject: ContactMessage['subject']): string =>
  CONTACT_SUBJECTS.find(({ value }) => value === subject)?.label ?? subject

/** Text of the mail. The sender's data come first, so that the message cannot imitate them. */
const writeText = ({ name, email, subject, message, userId, createdAt, id }: DueMessage): string =>
  [
    `Name:     ${oneLine(name)}`,
    `E-mail:   ${email}`,
    `Account:  ${userId ?? 'not signed in'}`,
    `Subject:  ${labelOf(subject)}`,
    `Written:  ${createdAt}`,
    `Message:  ${id}`,
    '',
    message,
    '',
  ].join('\n')

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/**
 * Attempts to send a stored message. A failure of the mail server is recorded, and the job tries again later.
 * @returns whether the mail server accepted the message
 */
export async function deliver({ env, repositories, log }: ContactPorts, due: DueMessage): Promise<boolean> {
  const { id, attempt, name, email, subject, createdAt } = due
  let failure: string | null = null
  try {
    await sendMailToOperator(env, {
      id,
      replyTo: { name, address: email },
      subject: `Contact Us: ${labelOf(subject)}`,
      text: writeText(due),
      writtenAt: new Date(createdAt),
    })
  } catch (thrown) {
    failure = reasonOf(thrown)
    log.warn({ contact: id, attempt, reason: failure }, 'a message was not sent; it is tried again')
  }
  // If this fails, the lease expires and a mail that was sent is sent again with the same Message-ID.
  await repositories.contact.settle(id, attempt, failure).catch((error: unknown) => {
    log.warn({ err: error, contact: id }, 'the delivery result of a contact message could not be stored')
  })
  return failure === null
}

/**
 * Stores a message of the contact form, then tries once to send it (S9). A job sends it later when that
 * fails.
 * @param userId null without sign-in
 * @throws HttpError 409 CONFLICT when the id was used with another text, 503 when the message cannot be
 * stored
 */
export async function storeAndSendMessage(
  deps: ContactPorts,
  message: ContactMessage,
  userId: string | null,
): Promise<{ stored: true; sent: boolean }> {
  const { attempt, createdAt, sent } = await toHttpError(
    deps.repositories.contact.store({ ...message, userId }, CONTACT_LEASE_SECONDS),
  )
  if (attempt === null) return { stored: true, sent }
  return { stored: true, sent: await deliver(deps, { ...message, userId, createdAt, attempt }) }
}
