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

/** remote.json of the remote that this page shows, as the dev server read it. */
export const declaration = remoteDeclarationSchema.parse(import.meta.env?.HARNESS_DECLARATION)

/** The address's `?scenario=…&theme=…&width=…`; what the dev server was started with for what is not there. */
export const readOptions = (search: string): PageOptions =>
  optionsSchema.parse({
    scenario: import.meta.env?.HARNESS_SCENARIO,
    ...Object.fromEntries(new URLSearchParams(search)),
  })

export const writeOptions = (options: PageOptions): string =>
  `?${new URLSearchParams({ scenario: options.scenario, theme: options.theme, width: String(options.width) })}`
