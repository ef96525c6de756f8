import * as z from 'zod'
import { sharedPackageSchema } from '../contracts/releases/registry.ts'

/** The shell's build writes its contract version and shared packages to this file, next to its page. */
export const HOST_FILE = 'host.json'

export const hostFileSchema = z.object({
  contract: z.string(),
  shared: z.array(sharedPackageSchema).max(40),
})
export type HostFile = z.infer<typeof hostFileSchema>
