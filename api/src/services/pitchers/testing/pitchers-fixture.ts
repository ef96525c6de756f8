import { type PitcherRecord, pitcherRecordSchema } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { HttpError } from '../../../platform/errors.ts'
import {
  club,
  clubHittingSplit,
  pitchingSplit,
  rosterPerson,
  scheduledGame,
  teamStats,
  withLog,
} from '../../../sources/testing/stats-bodies.ts'
import { refuse } from '../../../sources/testing/stub-service.ts'
import { startUpstream } from '../../../sources/testing/test-upstream.ts'
import { streamPitchers } from '../stream-pitchers.ts'

export const TODAY = '2026-05-03'
/** Time limits long enough for a busy machine, and short ones for tests with a silent service. */
const TIME_LIMITS = { needed: 10_000, past: 10_000, optional: 10_000 }
const SHORT_LIMITS = { needed: 600, past: 600, optional: 300 }
export const SILENT = Symbol('no answer at all')

export type Answer = (url: URL) => unknown
export interface Changes {
  schedule?: Answer
  teams?: Answer
  batting?: Answer
  /** Response to a game log request for one season. */
  log?: (season: number, ids: readonly number[]) => unknown
}

const seasonOf = (url: URL) => Number(/season=(\d{4})/.exec(url.searchParams.get('hydrate') ?? '')?.[1])
const idsOf = (url: URL) => (url.searchParams.get('personIds') ?? '').split(',').map(Number)
export const games = (season: number, months: readonly number[]) =>
  months.map((month, at) => pitchingSplit(season * 10 + at, `${season}-0${month}-11`, 6))
export const people = (season: number, ids: readonly number[]) => ({
  people: ids.map((id) =>
    withLog(
      rosterPerson(id, `Arm ${id}`, 147, 'P'),
      'pitching',
      games(season, season === 2026 ? [4] : [5, 6]),
    ),
  ),
})
export const debuted = (year: number) => (game: object) => {
  const { teams } = game as { teams: Record<string, { probablePitcher?: object }> }
  for (const side of Object.values(teams))
    Object.assign(side.probablePitcher ?? {}, { mlbDebutDate: `${year}-04-01` })
  return game
}
export const slate = (...list: object[]) => ({ dates: [{ date: TODAY, games: list }] })
export const todaysGame = debuted(2022)(scheduledGame({ day: TODAY, homeStarter: 2, awayStarter: 3 }))

/**
 * Starts a stub stats service with default responses, except for `changes`: `undefined` means status 500, a
 * number that status, `SILENT` no response.
 * @param shortLimits uses short time limits, for a silent service
 */
export async function startPitchersFixture(
  changes: Changes = {},
  { clockSpec = `frozen:${TODAY}T15:00:00Z`, shortLimits = false } = {},
) {
  const changed = { ...changes }
  const { upstream, asked, timer } = await startUpstream((url, response) => {
    const answer = (own: unknown): unknown => {
      if (own === SILENT) return undefined
      if (own === undefined || typeof own === 'number') return refuse(response, own ?? 500)
      return own
    }
    const { pathname } = url
    if (pathname === '/api/v1/teams')
      return answer((changed.teams ?? (() => ({ teams: [club(147, 'NYY'), club(111, 'BOS')] })))(url))
    if (pathname.endsWith('/teams/stats'))
      return answer((changed.batting ?? (() => teamStats([111, 147].map((id) => clubHittingSplit(id)))))(url))
    if (pathname.endsWith('/schedule')) {
      const usual: Answer = ({ searchParams }) =>
        searchParams.get('date') === TODAY ? slate(todaysGame) : { dates: [] }
      return answer((changed.schedule ?? usual)(url))
    }
    return answer((changed.log ?? people)(seasonOf(url), idsOf(url)))
  })
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => logged.push(line) })
  const ask = async (more: Partial<Parameters<typeof streamPitchers>[1]> = {}) => {
    const records: PitcherRecord[] = []
    const request = { date: TODAY, phase: 'strikeouts' as const, skip: new Set<number>(), ...more }
    const write = async (record: object) => {
      records.push(pitcherRecordSchema.parse(JSON.parse(JSON.stringify(record))))
    }
    const deps = { upstream, clock: parseLeagueClock(clockSpec), log, propEvidence: async () => () => null }
    const outcome = await streamPitchers(
      deps,
      request,
      write,
      shortLimits ? SHORT_LIMITS : TIME_LIMITS,
    ).catch((error: unknown) => {
      if (error instanceof HttpError) return error
      throw error
    })
    const facts = (id: number) => {
      const found = records.find((record) => record.type === 'pitcher' && record.id === id)
      if (found?.type !== 'pitcher') throw new Error(`no facts of ${id}`)
      return found
    }
    const missing = records.flatMap((record) =>
      record.type === 'missing' ? [[record.id, record.reason]] : [],
    )
    return { records, outcome, facts, missing }
  }
  return { ask, asked, timer, changed, logged }
}
export const logRequests = (requests: readonly string[]) =>
  requests.filter((path) => path.startsWith('/api/v1/people'))
