import { remoteDeclarationSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import { THEMES, WIDTHS } from '../messages.ts'
import { scenarioSchema } from '../scenarios.ts'

const optionsSchema = z.object({
  scenario: scenarioSchema.catch('signed-in'),
  theme: z.enum(THEMES).catch('dark'),
  width: z.coerce
    .number()
    .pipe(z.literal([...WIDTHS]))
    .catch(1440),
})
export type PageOptions = z.infer<typeof optionsSchema>

/** Contents of the remote's `remote.json`, read by the dev server. */
export const declaration = remoteDeclarationSchema.parse(import.meta.env?.HARNESS_DECLARATION)

/**
 * Reads `?scenario=…&theme=…&width=…`. The default scenario is the one with which the dev server was started.
 */
export const readOptions = (search: string): PageOptions =>
  optionsSchema.parse({
    scenario: import.meta.env?.HARNESS_SCENARIO,
    ...Object.fromEntries(new URLSearchParams(search)),
  })

export const writeOptions = (options: PageOptions): string =>
  `?${new URLSearchParams({ scenario: options.scenario, theme: options.theme, width: String(options.width) })}`
