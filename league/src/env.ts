import { parseLeagueClock } from '@propsight/shared/domain'
import * as z from 'zod'
import type { LeagueOptions } from './start-league.ts'

const blank = (value: unknown) => (value === '' ? undefined : value)

const schema = z
  .object({
    LEAGUE_MODE: z.preprocess(blank, z.enum(['sample', 'replay']).default('sample')),
    LEAGUE_CLOCK: z.preprocess(blank, z.string().optional()),
    REPLAY_DIR: z.preprocess(blank, z.string().optional()),
    REPLAY_DATE: z.preprocess(blank, z.iso.date().optional()),
    /** Folders of other sports, separated by commas. */
    REPLAY_OTHERS: z.preprocess(blank, z.string().optional()),
    REPLAY_ODDS_DIR: z.preprocess(blank, z.string().optional()),
    LEAGUE_ODDS_KEY: z.preprocess(blank, z.string().optional()),
    LEAGUE_ODDS_ALLOWANCE: z.preprocess(blank, z.coerce.number().int().min(0).optional()),
    LEAGUE_CACHE_DIR: z.preprocess(blank, z.string().optional()),
    LEAGUE_SEED: z.preprocess(blank, z.string().default('propsight')),
    LEAGUE_LATENCY_MS: z.preprocess(blank, z.coerce.number().min(0).max(60_000).default(0)),
    LEAGUE_CONTROL: z.preprocess(blank, z.enum(['on', 'off']).default('off')),
    LEAGUE_PORT: z.preprocess(blank, z.coerce.number().int().min(0).max(65_535).default(0)),
  })
  .refine(({ LEAGUE_MODE, REPLAY_DIR }) => LEAGUE_MODE === 'sample' || REPLAY_DIR !== undefined, {
    path: ['REPLAY_DIR'],
    error: 'LEAGUE_MODE=replay needs REPLAY_DIR, a folder of game lines',
  })
  .refine(({ LEAGUE_MODE, REPLAY_DATE }) => LEAGUE_MODE === 'sample' || REPLAY_DATE !== undefined, {
    path: ['REPLAY_DATE'],
    error: 'LEAGUE_MODE=replay needs REPLAY_DATE, a day such as 2019-07-15',
  })
  .refine(({ LEAGUE_MODE, REPLAY_ODDS_DIR }) => LEAGUE_MODE === 'replay' || REPLAY_ODDS_DIR === undefined, {
    path: ['REPLAY_ODDS_DIR'],
    error: 'REPLAY_ODDS_DIR needs LEAGUE_MODE=replay: the sample league has its own books',
  })

/** The options of the odds service that are set. */
const readOddsOptions = (env: z.infer<typeof schema>): NonNullable<LeagueOptions['odds']> => {
  const { LEAGUE_ODDS_KEY: key, LEAGUE_ODDS_ALLOWANCE: allowance, REPLAY_ODDS_DIR: dir } = env
  return {
    ...(key === undefined ? {} : { key }),
    ...(allowance === undefined ? {} : { allowance }),
    ...(dir === undefined ? {} : { dir }),
  }
}

/**
 * Reads the league's options from the process environment. Without `LEAGUE_CLOCK` the clock of a replay is
 * frozen at 13:00 UTC (9 a.m. Eastern daylight time) of its day.
 * @throws Error naming every invalid or missing variable
 */
export function readLeagueEnv(env: NodeJS.ProcessEnv): LeagueOptions {
  const parsed = schema.safeParse(env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new Error(`The league cannot start:\n  ${lines.join('\n  ')}`)
  }
  const { LEAGUE_MODE: mode, REPLAY_DIR: dir, REPLAY_DATE: date, LEAGUE_CACHE_DIR: cacheDir } = parsed.data
  const others = parsed.data.REPLAY_OTHERS?.split(',')
  const clock = parsed.data.LEAGUE_CLOCK ?? (mode === 'replay' ? `frozen:${date}T13:00:00Z` : 'sample')
  return {
    mode,
    clock: parseLeagueClock(clock),
    seed: parsed.data.LEAGUE_SEED,
    latencyMs: parsed.data.LEAGUE_LATENCY_MS,
    port: parsed.data.LEAGUE_PORT,
    control: parsed.data.LEAGUE_CONTROL === 'on',
    odds: readOddsOptions(parsed.data),
    ...(mode === 'replay' && dir !== undefined && date !== undefined
      ? { replay: { dir, date, ...(others && { others }) } }
      : {}),
    ...(cacheDir === undefined ? {} : { cacheDir }),
  }
}
