import { type ContactMessage, contactBody } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'

const storedMessage = z.object({ sent: z.boolean(), attempt: z.int().nullable(), createdAt: z.string() })
const dueMessage = z.object({
  id: z.uuid(),
  userId: z.uuid().nullable(),
  name: z.string(),
  email: z.string(),
  subject: contactBody.shape.subject,
  message: z.string(),
  createdAt: z.string(),
  attempt: z.int(),
})
/** A message whose mail is to be sent, by the try of this number. */
export type DueMessage = z.infer<typeof dueMessage>

/** Messages from Contact Us, and whether their mail went out. */
export interface ContactRepository {
  /**
   * Stores a message once. `attempt` is the number of the try that the caller has for `leaseSeconds`; null where this
   * message was stored before.
   * @throws DatabaseRefusal 409 when another text was stored under this id
   */
  store(
    message: ContactMessage & { userId: string | null },
    leaseSeconds: number,
  ): Promise<z.infer<typeof storedMessage>>
  /** Takes the message that is due longest, for `leaseSeconds`. */
  claim(leaseSeconds: number): Promise<DueMessage | null>
  /** Says how a try ended: `error` is null when the mail was taken by the mail server. */
  settle(id: string, attempt: number, error: string | null): Promise<void>
  /** Removes what was sent longer ago. @returns how many */
  forget(days: number): Promise<number>
}

/** Contact Us, through the database's functions. */
export const createContactRepository = (data: DataService): ContactRepository => ({
  store: ({ id, userId, name, email, subject, message }, leaseSeconds) =>
    data.rpc(
      'store_contact_message',
      {
        p_id: id,
        p_user: userId,
        p_name: name,
        p_email: email,
        p_subject: subject,
        p_message: message,
        p_lease_seconds: leaseSeconds,
      },
      storedMessage,
    ),
  claim: (leaseSeconds) =>
    data.rpc('claim_contact_message', { p_lease_seconds: leaseSeconds }, dueMessage.nullable()),
  async settle(id, attempt, error) {
    await data.rpc('settle_contact_message', { p_id: id, p_attempt: attempt, p_error: error }, z.unknown())
  },
  forget: (days) => data.rpc('forget_contact_messages', { p_days: days }, z.int()),
})
