import * as z from 'zod'

export const SHOWN_THEMES = ['dark', 'light', 'both'] as const

const optionsSchema = z.object({
  theme: z.enum(SHOWN_THEMES).catch('dark'),
  /** 'entry.state': show only this state, in the whole window. */
  only: z.string().optional(),
})
export type UiOptions = z.infer<typeof optionsSchema>

/** Reads `?theme=…&only=…`; the default theme is dark. */
export const readOptions = (search: string): UiOptions =>
  optionsSchema.parse(Object.fromEntries(new URLSearchParams(search)))

export const writeOptions = (options: UiOptions): string =>
  `?${new URLSearchParams({ theme: options.theme, ...(options.only ? { only: options.only } : {}) })}`
