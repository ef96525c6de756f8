import { resolve } from 'node:path'
import * as z from 'zod'
import { isDay } from './read/schedule.ts'

/** An error with a message for the user of the command, and an exit code. */
export class CommandError extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode: number = EXIT.usage) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Exit codes, stable for scripts. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const

const day = z.string().refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text), {
  error: 'is not a day such as 2019-07-01',
})

const path = z.string().min(1, { error: 'names no file' })

/** The options in commander's format. */
const optionsSchema = z.object({
  season: path.optional(),
  from: day.optional(),
  to: day.optional(),
  json: path.optional(),
  html: path.optional(),
  rows: path.optional(),
  data: z.string().min(1, { error: 'is empty' }).optional(),
  ship: z.boolean().default(false),
  sample: z.boolean().default(false),
  dryRun: z.boolean().default(false),
})
export type Options = z.infer<typeof optionsSchema>

/**
 * Validates the options; relative paths become absolute, relative to `cwd`.
 * @throws CommandError naming the invalid option
 */
export function parseOptions(typed: unknown, cwd: string): Options {
  const { data, error } = optionsSchema.safeParse(typed)
  if (!data) {
    const [issue] = error.issues
    throw new CommandError(`--${issue?.path.join('.')} ${issue?.message}`)
  }
  const { from, to, season, json, html, rows } = data
  if (from !== undefined && to !== undefined && from > to)
    throw new CommandError(`--from ${from} is after --to ${to}`)
  const absolute = (given: string | undefined) => (given === undefined ? undefined : resolve(cwd, given))
  return {
    ...data,
    season: absolute(season),
    json: absolute(json),
    html: absolute(html),
    rows: absolute(rows),
  }
}
