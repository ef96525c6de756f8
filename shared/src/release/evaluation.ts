import * as z from 'zod'

const text = z.string().max(4_000)
const names = z.array(z.string().max(500)).max(200)

/**
 * How a container behaved when it was evaluated against the live shell. `phase` is `done`, or where it ended: `script`
 * (an exception while a file was evaluated), `container` (no container under its global name), `init`, `get`, `module`
 * (an exception there), `chunk` (another chunk did not load), `pending` (nothing happens any more, and it is not
 * loaded), `timeout` or `memory`, or `busy` (the machine had no time for it).
 */
export const evaluationSchema = z.object({
  phase: z.enum([
    'script',
    'container',
    'init',
    'get',
    'module',
    'chunk',
    'pending',
    'timeout',
    'busy',
    'memory',
    'done',
  ]),
  /** The exception with the first lines of its stack. */
  error: text,
  file: z.string().max(300).optional(),
  /** Files that were requested and are not in the release. */
  missing: names.default([]),
  /** Shared packages that the container looked up. */
  wanted: names.default([]),
  /** What was written to the console as a warning or an error. */
  warnings: names.default([]),
  exports: z
    .object({
      name: z.string().nullable(),
      contract: z.string().nullable(),
      hasRoot: z.boolean(),
      /** The extensions by name: whether each has a schema of its props, and a component or `mount`. */
      extensions: z
        .array(z.object({ name: z.string(), hasSchema: z.boolean(), isRenderable: z.boolean() }))
        .max(50)
        .default([]),
    })
    .optional(),
  /** Whether the packages were those of the live shell; otherwise they were stand-ins of the same versions. */
  ofShell: z.boolean().default(false),
})
export type Evaluation = z.infer<typeof evaluationSchema>
