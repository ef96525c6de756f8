import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSports } from '@propsight/shared/domain'
import * as z from 'zod'

export const ROOT = resolve(import.meta.dirname, '../..')
/** The packed kit, which the API serves. Not in the build of the kit, because that loads Vite. */
export const KIT_TARBALL = join(ROOT, 'tools/remote-kit/dist/remote-kit.tgz')
const DEFAULT_PORT = 4000
/** 9 a.m. Eastern daylight time, before any game. */
const REPLAY_TIME = '13:00'

const environment = z.object({
  PORT: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number('PORT must be a number').int().min(0).max(65_535).optional(),
  ),
  HOST: z.string().default('127.0.0.1'),
  PROPSIGHT_HOME: z.string().optional(),
  DATA: z
    .enum(['sample', 'live'], "DATA must be 'sample' or 'live'; a replay is chosen by --replay")
    .default('sample'),
})

export interface StartSettings {
  home: string
  host: string
  /** The chosen port (0: a random free one); null for the default or the next free one. */
  port: number | null
  defaultPort: number
  json: boolean
  /** Port of the API's inspector on 127.0.0.1; null without `--inspect`. */
  inspect: number | null
  /** The API's variable `SPORTS`. */
  sports: string
  data: { kind: 'sample' } | { kind: 'live' } | Replay
}

interface Replay {
  kind: 'replay'
  folder: string
  date: string
  /** Time of the day at which the clock is frozen, UTC. */
  time: string
  /** Folder of recorded quotes; null for a replay without odds. */
  odds: string | null
  /** Folders of the other open sports. */
  others: readonly string[]
}

/** The help text. @param command `npm start` or `npm run dev` */
export const startHelp = (command: string): string => `${command} [-- options]

  --replay FOLDER   serve real per-game CSVs (batting, pitching, games; or games, players) instead of the sample league
  --date DAY        with --replay: the day of the replay, YYYY-MM-DD
  --odds FOLDER     with --replay: recorded quotes of sportsbooks (strikeout_quotes, homerun_quotes)
  --others FOLDERS  with --replay: seasons and recorded quotes of other sports, separated by commas
  --time HH:MM      with --replay: the time at which the day stands still, UTC (default ${REPLAY_TIME})
  --sports LIST     the open sports: mlb (default), mlb,nba or mlb,nba,nfl; or SPORTS=
  --home FOLDER     where data, secrets and bundles live (default .propsight; or PROPSIGHT_HOME=)
  --inspect PORT    opens the inspector of the API, for a debugger, at 127.0.0.1:PORT
  --json            one event a line on standard output, for scripts
  --help            this text

  PORT=4200 ${command}   another port; without it the default ${DEFAULT_PORT} or the next free one
  DATA=live ${command}   the live services instead of the sample league`

const day = z.iso.date('--date must be a day that exists, as YYYY-MM-DD')
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/**
 * The API's variable `ODDS`. A replay without recorded quotes has no source of odds, unless the address of another
 * one is set.
 */
export const oddsVariable = (
  { data }: Pick<StartSettings, 'data'>,
  { ODDS, ODDS_API_URL }: NodeJS.ProcessEnv,
): string | undefined => {
  const hasNone = data.kind === 'replay' && data.odds === null && data.others.length === 0
  return hasNone && !ODDS_API_URL ? 'off' : ODDS
}

/**
 * Reads the settings of `npm start` from its arguments and the environment.
 * @throws Error whose message names the option or the variable
 */
export function readStartSettings(args: string[], env: NodeJS.ProcessEnv): StartSettings | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      replay: { type: 'string' },
      date: { type: 'string' },
      odds: { type: 'string' },
      others: { type: 'string' },
      time: { type: 'string' },
      sports: { type: 'string' },
      home: { type: 'string' },
      inspect: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const parsed = environment.safeParse(env)
  if (!parsed.success)
    throw new Error(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    )
  const settings = parsed.data
  for (const option of ['date', 'odds', 'others', 'time'] as const) {
    if (values[option] && !values.replay) throw new Error(`--${option} goes with --replay FOLDER`)
  }
  const sports = values.sports ?? env.SPORTS ?? ''
  try {
    parseSports(sports)
  } catch (error) {
    throw new Error(`--sports: ${error instanceof Error ? error.message : error}`)
  }
  return {
    sports,
    home: resolve(values.home ?? settings.PROPSIGHT_HOME ?? join(ROOT, '.propsight')),
    host: settings.HOST,
    port: settings.PORT ?? null,
    defaultPort: DEFAULT_PORT,
    json: values.json,
    inspect: values.inspect === undefined ? null : readPort('--inspect', values.inspect),
    data: values.replay ? replay(values.replay, values) : { kind: settings.DATA },
  }
}

function replay(
  folder: string,
  {
    date,
    odds,
    others,
    time = REPLAY_TIME,
  }: { date?: string; odds?: string; others?: string; time?: string },
): Replay {
  const path = existingFolder('--replay', folder)
  if (!date) throw new Error('--replay needs --date YYYY-MM-DD: the day of the replay')
  const parsed = day.safeParse(date)
  if (!parsed.success) throw new Error(`--date must be a day that exists, as YYYY-MM-DD; got '${date}'`)
  if (!timeOfDay.safeParse(time).success) throw new Error(`--time must be a time as HH:MM; got '${time}'`)
  return {
    kind: 'replay',
    folder: path,
    date: parsed.data,
    time,
    odds: odds === undefined ? null : existingFolder('--odds', odds),
    others: (others?.split(',') ?? []).map((each) => existingFolder('--others', each)),
  }
}

function readPort(option: string, text: string): number {
  const port = z.coerce.number().int().min(1).max(65_535).safeParse(text)
  if (!port.success) throw new Error(`${option} must be a port, such as 9229; got '${text}'`)
  return port.data
}

function existingFolder(option: string, folder: string): string {
  const path = resolve(folder)
  if (!existsSync(path)) throw new Error(`${option}: there is no folder ${path}`)
  return path
}
