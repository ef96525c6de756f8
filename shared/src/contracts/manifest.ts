import * as z from 'zod'

/**
 * What a shell reads of the manifest that module federation's plugins write: the container's file and global name,
 * and what it exposes. The registry carries no more of it, since it is in every page.
 */
export const manifestSchema = z.object({
  metaData: z.object({
    globalName: z.string().min(1),
    remoteEntry: z.object({ name: z.string().min(1), path: z.string().default('') }),
  }),
  exposes: z.array(z.object({ path: z.string() })),
})
