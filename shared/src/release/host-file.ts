import * as z from 'zod'
import { sharedPackageSchema } from '../contracts/registry.ts'

/** The shell's build writes beside its page what it speaks and what it brings: nothing else in it can be read surely. */
export const HOST_FILE = 'host.json'

export const hostFileSchema = z.object({
  contract: z.string(),
  shared: z.array(sharedPackageSchema).max(40),
})
export type HostFile = z.infer<typeof hostFileSchema>
