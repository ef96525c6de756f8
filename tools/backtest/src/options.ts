import { resolve } from 'node:path'
import { Command } from 'commander'
import * as z from 'zod'
import { isDay } from './read/read-season.ts'

const season = (command: Command): Command =>
  command.option(
    '--season <folder>',
    'batting, pitching and games as .csv or .csv.gz, or Retrosheet’s CSV release',
  )

const BACKTEST_NOTES = `
Exit codes:
  0  done, whatever the figures are
  1  failed
  2  wrong usage, or a folder, file or column that is not there

Examples:
  npm run backtest -- --season ../season-2019 --from 2019-07-01
  npm run backtest -- --season ../season-2019 --json figures.json --html figures.html
  npm run backtest -- --sample`

/** Options and help of `npm run backtest`. */
export const backtestProgram = (): Command =>
  season(
    new Command('backtest').description(
      'Compares the engine’s forecasts with a season. Each forecast uses only games of earlier days.',
    ),
  )
    .option(
      '--from <day>',
      'the first judged day, such as 2019-07-01; earlier days are only input of forecasts',
    )
    .option('--to <day>', 'the last judged day')
    .option('--json <file>', 'write every figure')
    .option('--html <file>', 'write a page with reliability curves')
    .option('--rows <file>', 'write every judged forecast with its outcome, as CSV')
    .option('--data <name>', 'name of the data in the report (default: the folder’s name)')
    .option('--ship', 'also write the figures into the engine, for GET /api/model/calibration')
    .option('--sample', 'judge on the sample league, whose true chances are known; needs no folder')
    .addHelpText('after', BACKTEST_NOTES)

const FIT_NOTES = `
Constants are written to shared/src/domain/engine/fitted with the name of the data and its last day.

Example:
  npm run fit -- --season ../season-2019 --to 2019-06-30 --data "Retrosheet, 2019"`

/** Options and help of `npm run fit`. */
export const fitProgram = (): Command =>
  season(new Command('fit').description('Fits the constants that ship with the engine.'))
    .option('--to <day>', 'the last day of the fit (default: the folder’s last)')
    .option('--data <name>', 'name of the data (default: the folder’s name)')
    .option('--dry-run', 'print what would change, and write nothing')
    .addHelpText('after', FIT_NOTES)

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
  const absolute = (file: string | undefined) => (file === undefined ? undefined : resolve(cwd, file))
  return {
    ...data,
    season: absolute(season),
    json: absolute(json),
    html: absolute(html),
    rows: absolute(rows),
  }
}
