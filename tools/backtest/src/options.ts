import { resolve } from 'node:path'
import { isDay } from '@propsight/league/replay'
import { Command } from 'commander'
import * as z from 'zod'

const FOLDER = 'batting, pitching and games as .csv or .csv.gz, or Retrosheet’s CSV release'
const seasons = (command: Command): Command =>
  command.option('--season <folders...>', `${FOLDER}; can be repeated`)
const earlier = (command: Command): Command =>
  command.option('--earlier <folders...>', 'complete seasons before that of --season; can be repeated')

/** The sports that have an engine. */
const SPORTS = ['mlb', 'nba', 'nfl'] as const
const sport = (command: Command): Command =>
  command.option(
    '--sport <name>',
    `the sport: ${SPORTS.join(' or ')}; folders of the NBA and the NFL have games and players`,
    'mlb',
  )

const BACKTEST_NOTES = `
Exit codes:
  0  done, whatever the figures are
  1  failed
  2  wrong usage, or a folder, file or column that is not there

Examples:
  npm run backtest -- --season ../season-2019 --from 2019-07-01
  npm run backtest -- --season ../season-2019 --json figures.json --html figures.html
  npm run backtest -- --season ../season-2016 --earlier ../season-2015 --constants constants.json
  npm run backtest -- --sample
  npm run backtest -- --sport nba --season ../nba-2024-25 --earlier ../nba-2023-24`

/** Options and help of `npm run backtest`. */
export const backtestProgram = (): Command =>
  sport(
    earlier(
      seasons(
        new Command('backtest').description(
          'Compares the engine’s forecasts with a season. Each forecast uses only games of earlier days.',
        ),
      ),
    ),
  )
    .option(
      '--constants <file>',
      'judge these constants, from npm run fit -- --json (default: the shipped ones)',
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
    .option('--ship', 'also write the figures into the engine, for GET /api/model/calibration; needs --data')
    .option('--sample', 'judge on the sample league, whose true chances are known; needs no folder')
    .addHelpText('after', BACKTEST_NOTES)

/** Parts of the engine's constants, in the order of their fits. */
export const PARTS = ['parks', 'pitching', 'batting', 'calibration', 'dependence'] as const
export type Part = (typeof PARTS)[number]

const FIT_NOTES = `
Constants are written to shared/src/domain/sports/mlb/fitted with the name of the data and its last day.

With several seasons, each is also an earlier one of the seasons after it, for up to three years.

Examples:
  npm run fit -- --season ../season-2019 --to 2019-06-30 --data "Retrosheet, 2019"
  npm run fit -- --season ../season-2015 --season ../season-2019 --json constants.json
  npm run fit -- --season ../season-2024 --last ../season-2025 --data "Games of 2024 and 2025"`

/** Options and help of `npm run fit`. */
export const fitProgram = (): Command =>
  sport(earlier(seasons(new Command('fit').description('Fits the constants that ship with the engine.'))))
    .option('--to <day>', 'the last day of the fit (default: the folders’ last)')
    .option('--data <name>', 'name of the data (default: the folders’ names)')
    .option('--json <file>', 'write the constants of forecasts into this file instead of the engine')
    .option(
      '--last <folder>',
      'the last complete season: constants fitted without it must not be worse on it than the shipped ones; then it is fitted, too',
    )
    .option('--only <parts...>', `fit these parts only (${PARTS.join(', ')}); the others stay`)
    .option('--dry-run', 'print what would change, and write nothing')
    .option(
      '--weather',
      'fit the effects of the weather only; games need tempF, windDir, windSpeedMph and sky',
    )
    .addHelpText('after', FIT_NOTES)

const MARKET_NOTES = `
A folder of prices has strikeout_lines, strikeout_quotes, homerun_lines and homerun_quotes, or the lines of a pick’em
book as lines, each as .csv or .csv.gz.

'shown' has the shipped weights: on days to their last one it is no forecast. 'relearned' has on each day the weights of
earlier days only: from prior values, or from the shipped ones after their last day. --ship fits the weights on all days,
and writes them into the engine together with the record of those relearned from prior values.

Examples:
  npm run market -- --prices ../market --season ../season-2025 --earlier ../season-2024 --json market.json
  npm run market -- --model probabilities.csv --season ../season-2025 --earlier ../season-2024
  npm run market -- --prices ../market ../lines --season ../season-2025 ../season-2026 --earlier ../season-2024 --data 'Books; Retrosheet' --ship`

/** Options and help of `npm run market`. */
export const marketProgram = (): Command =>
  sport(
    earlier(
      seasons(
        new Command('market').description(
          'Compares the engine with offered lines and their prices. Each forecast uses only games of earlier days.',
        ),
      ),
    ),
  )
    .option(
      '--prices <folders...>',
      'lines and quotes of the books, or lines of a pick’em book; can be repeated',
    )
    .option(
      '--model <file>',
      'instead of prices, compare with the probabilities of another model: a CSV file with date, player, market, line, probability (of the over)',
    )
    .option('--json <file>', 'write every figure')
    .option('--html <file>', 'write a page')
    .option('--data <name>', 'name of the data in the report (default: the folders’ names)')
    .option(
      '--ship',
      'also write the weights of the displayed probability and the record into the engine; needs --data',
    )
    .addHelpText('after', MARKET_NOTES)

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

const day = z.string().refine((text) => isDay(text), {
  error: 'is not a day such as 2019-07-01',
})

const path = z.string().min(1, { error: 'names no file' })

/** The options in commander's format. */
const optionsSchema = z.object({
  sport: z.enum(SPORTS, { error: `is none of ${SPORTS.join(', ')}` }).default('mlb'),
  /** One folder of a backtest of baseball, one or several of the other commands. */
  season: z.array(path).default([]),
  earlier: z.array(path).default([]),
  prices: z.array(path).default([]),
  model: path.optional(),
  last: path.optional(),
  constants: path.optional(),
  only: z.array(z.enum(PARTS, { error: `is none of ${PARTS.join(', ')}` })).default([...PARTS]),
  from: day.optional(),
  to: day.optional(),
  json: path.optional(),
  html: path.optional(),
  rows: path.optional(),
  data: z.string().min(1, { error: 'is empty' }).optional(),
  ship: z.boolean().default(false),
  sample: z.boolean().default(false),
  dryRun: z.boolean().default(false),
  weather: z.boolean().default(false),
})
export type Options = z.infer<typeof optionsSchema>

/** Options of baseball only. */
const BASEBALL_ONLY = ['constants', 'html', 'sample', 'weather'] as const

/**
 * Validates the options; relative paths become absolute, relative to `cwd`.
 * @throws CommandError naming the invalid option
 */
export function parseOptions(typed: unknown, cwd: string): Options {
  const { data: options, error } = optionsSchema.safeParse(typed)
  if (error) {
    const [issue] = error.issues
    throw new CommandError(`--${issue?.path.join('.')} ${issue?.message}`)
  }
  const { from, to, season, earlier, prices, model, last, constants, json, html, rows, data, ship } = options
  // The page of the track record shows the name and derives the notice of the source from it, so a shipped record must
  // not have the name of a folder.
  if (ship && data === undefined)
    throw new CommandError('--ship needs --data <name>: the page shows it, with the notice of its source')
  if (from !== undefined && to !== undefined && from > to)
    throw new CommandError(`--from ${from} is after --to ${to}`)
  if (model !== undefined && (ship || prices.length > 0))
    throw new CommandError('--model cannot be used with --prices or --ship')
  if (last !== undefined && options.weather)
    throw new CommandError(
      '--last compares forecasts, which have no weather: it cannot be used with --weather',
    )
  if (options.sport !== 'mlb') {
    const unknown = BASEBALL_ONLY.find((name) => options[name] !== undefined && options[name] !== false)
    if (unknown !== undefined) throw new CommandError(`--${unknown} is an option of baseball only`)
  }
  const absolute = (file: string | undefined) => (file === undefined ? undefined : resolve(cwd, file))
  const folders = (all: readonly string[]) => all.map((folder) => resolve(cwd, folder))
  return {
    ...options,
    season: folders(season),
    earlier: folders(earlier),
    prices: folders(prices),
    model: absolute(model),
    last: absolute(last),
    constants: absolute(constants),
    json: absolute(json),
    html: absolute(html),
    rows: absolute(rows),
  }
}
