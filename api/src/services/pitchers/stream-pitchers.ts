import type { PitcherPhase, PitcherRecord, PitchingGame } from '@propsight/shared/contracts'
import { opponentSeasons } from '@propsight/shared/domain'
import type { Deps } from '../../deps.ts'
import { dayBefore } from '../../upstream/finished-games.ts'
import type { LoadedLog } from '../../upstream/stats-client.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import { inTime } from '../forecast/in-time.ts'
import { createLookBack, type History } from './look-back.ts'
import { pitcherFacts, startsAgainst } from './pitcher-facts.ts'
import { type Probable, probablePitchers } from './probable-pitchers.ts'
import { forecastStart } from './starter-forecast.ts'

/** How long records wait for what they can do without. */
const OPTIONAL_MS = 4_000
/** How long a pitcher waits for his past: some four times what 25 seasons take at the pace of the calls. */
const LOOK_BACK_MS = 15_000

/** How a phase came out. */
export interface PitchersSummary {
  done: number
  missing: number
  /** Of the oldest answer used, ISO 8601; seasons that are over do not count, however long ago they were read. */
  readAt: string
  stale: boolean
}

interface Asked {
  /** League day. */
  readonly date: string
  readonly phase: PitcherPhase
  /** Ids whose facts the caller has. */
  readonly skip: ReadonlySet<number>
}

type Parts = Pick<Deps, 'upstream' | 'clock' | 'log'>

/** Something that the page can do without: null where it fails or takes too long. */
const unless = <T>({ log }: Parts, what: string, work: Promise<T>): Promise<T | null> =>
  inTime(work, OPTIONAL_MS).catch((error: unknown) => {
    log.warn({ err: error }, `pitchers are shown without ${what}`)
    return null
  })

const reasonOf = (error: unknown): string =>
  error instanceof UpstreamError && error.failure === 'unknown'
    ? 'the stats service does not know him'
    : 'his game log could not be read'

/**
 * A day's probable pitchers, then the facts of each as soon as they are complete (specification 2 §4, §9), with what the
 * engine expects. What one visitor's questions were answered is cached: the second phase and everybody else ask nothing.
 * @param write sends one record; what it throws (the client has gone) ends the work for this caller, while the requests
 *   that others share go on
 * @throws UpstreamError when the schedule could not be read, or nobody's log
 */
export async function streamPitchers(
  deps: Parts,
  { date, phase, skip }: Asked,
  write: (record: Extract<PitcherRecord, { type: 'start' | 'pitcher' | 'missing' }>) => Promise<void>,
): Promise<PitchersSummary> {
  const { upstream, clock, log } = deps
  const { stats } = upstream
  const [season, today] = [Number(date.slice(0, 4)), clock.today()]
  // Logs need the schedules of both days to tell finished games: they travel with the first question.
  for (const day of [today, dayBefore(today)]) stats.schedule(day).catch(() => undefined)
  const reading = {
    clubs: unless(deps, 'the clubs’ directory', stats.teams(season)),
    batting: unless(deps, 'the opponents’ batting', stats.clubBatting(season)),
  }
  const schedule = await stats.schedule(date)
  const clubs = await reading.clubs
  const pitchers = probablePitchers(date, schedule.value, clubs?.value ?? [])
  const start = { season, phase, pitchers: pitchers.map(({ shown }) => shown) }
  await write({ type: 'start', date, ...start })

  const summary: PitchersSummary = { done: 0, missing: 0, readAt: schedule.readAt, stale: schedule.stale }
  const wanted = new Map(
    pitchers.filter(({ shown }) => !skip.has(shown.id)).map((pitcher) => [pitcher.shown.id, pitcher]),
  )
  const lookBack = createLookBack((ids, year) => stats.gameLogs(ids, 'pitching', year, today), LOOK_BACK_MS)
  const historyOf = (pitcher: Probable, games: readonly PitchingGame[]): Promise<History> =>
    lookBack({
      id: pitcher.shown.id,
      found: startsAgainst(games, pitcher).length,
      seasons: opponentSeasons(season)
        .slice(1)
        .filter((year) => year >= (pitcher.debutSeason ?? year)),
      counts: (game) => startsAgainst([game], pitcher).length > 0,
    })

  let failure: unknown
  let told = false
  const tell = (error: unknown) => {
    // What fails for one mostly fails for all of a day.
    if (!told) log.error({ err: error }, 'the engine failed')
    told = true
  }
  const deliver = async (pitcher: Probable, loaded: LoadedLog) => {
    if (!loaded.ok) {
      failure = loaded.error
      summary.missing += 1
      await write({ type: 'missing', id: loaded.personId, reason: reasonOf(loaded.error) })
      return
    }
    if (loaded.log.readAt < summary.readAt) summary.readAt = loaded.log.readAt
    summary.stale ||= loaded.log.stale
    const person = loaded.log.value
    const games = person.pitching.filter((game) => game.date < date)
    const [history, batting] = await Promise.all([historyOf(pitcher, games), reading.batting])
    summary.stale ||= batting?.stale ?? false
    const expected =
      date < today
        ? { forecastMissing: 'the day is over' }
        : forecastStart({ pitcher, date, log: person, batting: batting?.value ?? null }, tell)
    const opponent = batting?.value.find(({ team }) => team.id === pitcher.shown.oppId)
    await write(pitcherFacts({ pitcher, phase, date, games, history, opponent, expected }))
    summary.done += 1
  }

  const delivered: Promise<void>[] = []
  for await (const loaded of stats.gameLogs([...wanted.keys()], 'pitching', season, today)) {
    const pitcher = wanted.get(loaded.personId)
    if (!pitcher) continue
    const work = deliver(pitcher, loaded)
    // It is told below; until then nobody waits for it.
    work.catch(() => undefined)
    delivered.push(work)
  }
  await Promise.all(delivered)
  if (summary.done === 0 && failure !== undefined) throw failure
  return summary
}
