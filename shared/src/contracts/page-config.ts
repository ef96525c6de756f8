import * as z from 'zod'
import { MIN_PASSWORD_LENGTH } from '../domain/password.ts'
import { dataSourceSchema } from './data-source.ts'

/** What the page tells the shell, as JSON in `<script type="application/json" id="propsight-config">`. */
export const pageConfigSchema = z.object({
  /** Data service; empty means the page's own origin. */
  supabaseUrl: z.string(),
  publishableKey: z.string(),
  /** API; empty means the page's own origin. */
  apiUrl: z.string(),
  dataSource: dataSourceSchema,
  /** Embedded mailbox at `/dev/mailbox`. */
  mailbox: z.boolean(),
  /** Whether Contact Us sends mail; without it the form says that nothing was sent. */
  contact: z.boolean().default(false),
  /** Regions where sign-up is closed (ISO 3166); the form asks for the region where there are any. */
  closedRegions: z.array(z.string()).default([]),
  passwordMinLength: z.int().default(MIN_PASSWORD_LENGTH),
  helplines: z.array(z.object({ label: z.string(), href: z.string() })),
  version: z.string(),
})
export type PageConfig = z.infer<typeof pageConfigSchema>

export const CONFIG_ELEMENT_ID = 'propsight-config'
export const REGISTRY_ELEMENT_ID = 'propsight-registry'
