import * as z from '@propsight/shared/schema'

/** Subjects of Contact Us, in display order (S9). */
export const CONTACT_SUBJECTS = [
  { value: 'general', label: 'General Inquiry' },
  { value: 'support', label: 'Technical Support' },
  { value: 'feedback', label: 'Feedback' },
  { value: 'partnership', label: 'Partnership' },
  { value: 'bug', label: 'Bug Report' },
  { value: 'feature', label: 'Feature Request' },
] as const

/**
 * `POST /api/contact`, available if mail is configured. The client creates `id`: repeating a call sends one
 * mail.
 */
export const contactBody = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1).max(120),
  email: z.string().trim().max(254).pipe(z.email()),
  subject: z.enum(['general', 'support', 'feedback', 'partnership', 'bug', 'feature']),
  message: z.string().trim().min(1).max(5_000),
})
export type ContactMessage = z.infer<typeof contactBody>
/** `sent` is false if the message is stored and its mail has not been sent yet. */
export const contactResponse = z.object({ stored: z.literal(true), sent: z.boolean() })
