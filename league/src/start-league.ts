import { readdirSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { LeagueClock } from '@propsight/shared/domain'
import { codeVersion, readOrMakeWorld } from './cache/world-cache.ts'
import { makeDayGames } from './live/day-games.ts'
import { SampleOdds } from './odds/sample-odds.ts'
import { isOtherSport } from './replay/read-folder.ts'
import { readReplayOdds } from './replay/replay-odds.ts'
import { makeReplayWorld } from './replay/replay-world.ts'
import { makeSampleWorld } from './sample/sample-world.ts'
import { createLeagueApp } from './server/app.ts'
import { type LeagueSource, leagueState, movableClock } from './server/league-state.ts'
import { hashSeed } from './world/random.ts'
import type { World } from './world/world.ts'

/** Opens the sample league of any day, from the cache folder if there is one. */
export function sampleSource(seed: string, cacheDir: string | undefined): LeagueSource {
  const version = codeVersion()
  return {
    open: (day) =>
      readOrMakeWorld(
        cacheDir,
        'sample',
        `${hashSeed(seed)}-${day}-${version}`,
        () => makeSampleWorld(seed, day).world,
      ),
    dayGames: (day) => makeDayGames(seed, day),
  }
}

/**
 * Hash of the names, sizes and change times of a folder's files. A missing folder is reported later, by the
 * replay.
 */
const fingerprint = (dir: string): number => {
  try {
    const files = readdirSync(dir).toSorted()
    return hashSeed(
      dir,
      ...files.map(
        (file) => `${file} ${statSync(join(dir, file)).size} ${statSync(join(dir, file)).mtimeMs}`,
      ),
    )
  } catch {
    return 0
  }
}

/** Opens a real season from a folder as of one day. The day is fixed; the clock does not change it. */
export function replaySource(dir: string, date: string, cacheDir: string | undefined): LeagueSource {
  const version = codeVersion()
  return {
    open: () =>
      readOrMakeWorld(cacheDir, 'replay', `${fingerprint(dir)}-${date}-${version}`, () =>
        makeReplayWorld(dir, date),
      ),
  }
}

const KEEP_ALIVE_MS = 60_000
/** More than a client that polls all day uses. */
const ODDS_ALLOWANCE = 20_000_000

export interface LeagueOptions {
  readonly mode: 'sample' | 'replay'
  readonly clock: LeagueClock
  /**
   * The folder of a season's game lines, and the day to replay, `YYYY-MM-DD`. `others` are folders of other sports:
   * seasons, and recorded quotes. If `dir` is one of them, too, baseball has no games.
   */
  readonly replay?: { readonly dir: string; readonly date: string; readonly others?: readonly string[] }
  /** Access to the odds service, and the quotes of a replay. */
  readonly odds?: {
    /** The only accepted key; without it any key is accepted. */
    readonly key?: string
    /** Credits of a key; 20 million by default. */
    readonly allowance?: number
    /** With `replay`: folder of recorded quotes. Without it a replay has no odds of baseball. */
    readonly dir?: string
  }
  /** Folder in which a generated league is cached for the next start. */
  readonly cacheDir?: string
  readonly seed?: string
  /** For tests: `PUT /control/clock` moves the league's clock. */
  readonly control?: boolean
  /** Delay of every answer, in milliseconds. */
  readonly latencyMs?: number
  /** 0, the default, chooses a free port. */
  readonly port?: number
  /** Leaves building the day's index, which may take as long as the start, to the caller's `buildIndex`. */
  readonly deferIndex?: boolean
}

/** Access for tests: facts that no answer contains, and injected failures. */
export interface LeagueTestHooks {
  /** The current world, including the true probabilities of its lines. */
  readonly world: () => World
  /**
   * True probability of a value above a half line of a prop of the sample books, by event id, player's name as
   * quoted, and market key; null for an unknown prop, a scratched player, and in a replay.
   */
  readonly trueOver: (eventId: string, player: string, market: string, line: number) => number | null
  /** Answers the next `times` requests whose path starts with `path` with this status. */
  readonly fail: (path: string, status: number, times?: number) => void
}

export interface League {
  readonly url: string
  readonly label: string
  readonly today: string
  readonly season: number
  /** Messages about what the source of a replay lacks, and what is assumed instead. */
  readonly notes: readonly string[]
  readonly testHooks: LeagueTestHooks
  /** Builds the index of the current instant, before a request needs it. */
  buildIndex(): void
  close(): Promise<void>
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    // A connection that becomes idle only after this would keep the server open for as long as KEEP_ALIVE_MS.
    server.closeAllConnections()
  })

/**
 * Starts the league's server on a loopback port.
 * @throws Error when a replay lacks its folder or date; ReplayError naming file, line and column when the
 * folder (of games or of quotes) cannot be read, or when the day is after the last game
 */
export async function startLeague(options: LeagueOptions): Promise<League> {
  const { replay, seed = 'propsight', cacheDir, latencyMs = 0, port = 0 } = options
  const control = options.control ? movableClock(options.clock) : null
  const clock = control ?? options.clock
  if (options.mode === 'replay' && !replay) throw new Error('a replay needs a folder and a date')
  const source =
    options.mode === 'replay' && replay
      ? replaySource(replay.dir, replay.date, cacheDir)
      : sampleSource(seed, cacheDir)
  const today = options.mode === 'replay' && replay ? () => replay.date : () => clock.today()
  const first = source.open(today())
  const { key = null, allowance = ODDS_ALLOWANCE, dir } = options.odds ?? {}
  const others = replay && [...(isOtherSport(replay.dir) ? [replay.dir] : []), ...(replay.others ?? [])]
  const replayOdds = replay && dir !== undefined ? readReplayOdds(dir, replay.date) : null
  const state = leagueState(first, today, source, {
    now: () => clock.now(),
    seed: options.mode === 'sample' ? seed : null,
    latencyMs,
    control,
    oddsAccess: { key, allowance },
    replay: replay && others ? { folders: others, date: replay.date } : null,
    makeOdds: (index) =>
      options.mode === 'replay' ? replayOdds : new SampleOdds(seed, { current: index, open: source.open }),
  })
  // In the evening the first index takes as long as the start itself, so it is built before the first
  // request.
  const buildIndex = () => {
    state.index()
  }
  if (!options.deferIndex) buildIndex()
  // Making a world blocks the event loop for longer than Node's default keep-alive of five seconds. A client
  // in the same process would then write to a connection that is being closed.
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, createLeagueApp(state).callback())
  const url = `http://127.0.0.1:${await listen(server, port)}`
  return {
    url,
    label: first.label,
    today: first.day,
    season: first.season,
    notes: [...first.blanks.map((blank) => `unknown counts: ${blank}`), ...first.assumptions],
    testHooks: {
      world: () => state.index().world,
      trueOver: (...prop) => {
        const sample = state.odds.map(({ source }) => source).find((source) => source instanceof SampleOdds)
        return sample?.trueOver(...prop) ?? null
      },
      fail: (path, status, times = 1) => state.faults.push({ path, status, times }),
    },
    buildIndex,
    close: () => closeServer(server),
  }
}
