import * as z from '@propsight/shared/schema'

/** Plan names (C1). An unknown plan is read as free (A10). */
export const planSchema = z.enum(['free', 'basic', 'premium']).catch('free')
export type Plan = z.infer<typeof planSchema>

/** The columns of a `user_profiles` row that its owner may read. */
export const profileSchema = z.object({
  user_id: z.uuid(),
  email: z.string(),
  email_verified_at: z.string().nullable().default(null),
  credits: z.int(),
  plan: planSchema,
  last_email_change: z.string().nullable().default(null),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Profile = z.infer<typeof profileSchema>
