import * as z from 'zod'

/**
 * The part of a module federation manifest that the shell reads: the container's file and global name, and
 * its exposed modules. The registry contains only this part, because it is inlined into every page.
 */
export const manifestSchema = z.object({
  metaData: z.object({
    globalName: z.string().min(1),
    remoteEntry: z.object({ name: z.string().min(1), path: z.string().default('') }),
  }),
  exposes: z.array(z.object({ path: z.string() })),
})
