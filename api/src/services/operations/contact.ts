import { CONTACT_SUBJECTS, type ContactMessage } from '@propsight/shared/contracts'
import type { Deps } from '../../deps.ts'
import type { DueMessage } from '../../repositories/contact.ts'
import { speakPlainly } from '../../repositories/speak-plainly.ts'
import { mailOperator, oneLine } from './mailer.ts'

/** How long a try may take before another instance may begin the next; longer than the mailer's own limit. */
export const CONTACT_LEASE_SECONDS = 60

type ContactDeps = Pick<Deps, 'env' | 'repositories' | 'log'>

const labelOf = (subject: ContactMessage['subject']): string =>
  CONTACT_SUBJECTS.find(({ value }) => value === subject)?.label ?? subject

/** What the operator reads: who and when first, so that nothing in the message can pass for it. */
const textOf = ({ name, email, subject, message, userId, createdAt, id }: DueMessage): string =>
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
 * One try to send a stored message. A mail server that fails is no error here: the next try waits.
 * @returns whether the mail server took it
 */
export async function deliver({ env, repositories, log }: ContactDeps, due: DueMessage): Promise<boolean> {
  const { id, attempt, name, email, subject, createdAt } = due
  let failure: string | null = null
  try {
    await mailOperator(env, {
      id,
      replyTo: { name, address: email },
      subject: `Contact Us: ${labelOf(subject)}`,
      text: textOf(due),
      writtenAt: new Date(createdAt),
    })
  } catch (thrown) {
    failure = reasonOf(thrown)
    log.warn({ contact: id, attempt, reason: failure }, 'a message was not sent; it is tried again')
  }
  // Where this fails the lease runs out, and a mail that went out goes once more, under the same Message-ID.
  await repositories.contact.settle(id, attempt, failure).catch((error: unknown) => {
    log.warn({ err: error, contact: id }, 'how a message was sent could not be written down')
  })
  return failure === null
}

/**
 * Stores a message, then tries once to send it; what fails from then on is finished by the job.
 * @throws HttpError 409 CONFLICT when another text came under this id, 503 while it cannot be stored
 */
export async function takeMessage(
  deps: ContactDeps,
  message: ContactMessage,
  userId: string | null,
): Promise<{ stored: true; sent: boolean }> {
  const { attempt, createdAt, sent } = await speakPlainly(
    deps.repositories.contact.store({ ...message, userId }, CONTACT_LEASE_SECONDS),
  )
  if (attempt === null) return { stored: true, sent }
  return { stored: true, sent: await deliver(deps, { ...message, userId, createdAt, attempt }) }
}
