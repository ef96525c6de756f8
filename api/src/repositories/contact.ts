import { type ContactMessage, contactBody } from '@propsight/shared/contracts'
import * as z from 'zod'
import { type DataService, nothing } from './data-service.ts'

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
/** A message whose mail must be sent, with the number of this attempt. */
export type DueMessage = z.infer<typeof dueMessage>

/** Messages of the contact form (S9), and the state of their mails. */
export interface ContactRepository {
  /**
   * Stores a message once. `attempt` is the number of the attempt that the caller owns for `leaseSeconds`;
   * null when the message was stored before.
   * @throws DatabaseRefusal 409 when the id is in use with another text
   */
  store(
    message: ContactMessage & { userId: string | null },
    leaseSeconds: number,
  ): Promise<z.infer<typeof storedMessage>>
  /** Claims the message that is overdue longest, for `leaseSeconds`. */
  claim(leaseSeconds: number): Promise<DueMessage | null>
  /** Records the result of an attempt; `error` is null when the mail server accepted the mail. */
  settle(id: string, attempt: number, error: string | null): Promise<void>
  /** Deletes messages that were sent more than `days` days ago. @returns number of messages */
  forget(days: number): Promise<number>
}

/** Messages of the contact form, through database functions. */
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
  settle: (id, attempt, error) =>
    data.rpc('settle_contact_message', { p_id: id, p_attempt: attempt, p_error: error }, nothing),
  forget: (days) => data.rpc('forget_contact_messages', { p_days: days }, z.int()),
})
