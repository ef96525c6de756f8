import * as z from 'zod'
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
  helplines: z.array(z.object({ label: z.string(), href: z.string() })),
  version: z.string(),
})
export type PageConfig = z.infer<typeof pageConfigSchema>

export const CONFIG_ELEMENT_ID = 'propsight-config'
export const REGISTRY_ELEMENT_ID = 'propsight-registry'
