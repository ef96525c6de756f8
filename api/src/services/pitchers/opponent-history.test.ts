import type { PitchingGame } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import type { LoadedLog } from '../../sources/stats/stats-client.ts'
import { createHistoryReader, type HistorySubject } from './pitcher-facts.ts'

const SEASON = 2026
const earlier = (last: number) => Array.from({ length: SEASON - last }, (_, back) => SEASON - 1 - back)
const game = (date: string, started = true): PitchingGame => ({
  date,
  gamePk: 1,
  opponent: 'BOS',
  homeAway: 'HOME',
  started,
  outs: 18,
  battersFaced: 24,
  strikeOuts: 6,
  hits: 5,
  earnedRuns: 2,
  runs: 2,
  baseOnBalls: 1,
  homeRuns: 0,
})
/** The given number of starts in a season, one a month. */
const starts = (season: number, count: number) =>
  Array.from({ length: count }, (_, at) => game(`${season}-0${at + 3}-10`))
const loaded = (personId: number, pitching: PitchingGame[]): LoadedLog => ({
  personId,
  ok: true,
  log: {
    value: { person: { id: personId, fullName: 'Al Arm' }, hitting: [], pitching },
    readAt: '2026-05-03T00:00:00.000Z',
    ageSeconds: 0,
    stale: false,
  },
})
const failed = (personId: number): LoadedLog => ({ personId, ok: false, error: new Error('no') })

/** A look-back with the given answers, and a record of its requests. */
function historyFixture(
  answer: (id: number, season: number) => LoadedLog | Promise<LoadedLog>,
  timeoutMs = 5_000,
) {
  const requests: [season: number, ids: readonly number[]][] = []
  let inFlight = 0
  let maxInFlight = 0
  const readHistory = createHistoryReader(async function* (ids, season) {
    requests.push([season, ids])
    inFlight += 1
    maxInFlight = Math.max(maxInFlight, inFlight)
    await new Promise((resolve) => setTimeout(resolve, 2))
    inFlight -= 1
    for (const id of ids) yield await answer(id, season)
  }, timeoutMs)
  const subject = (id: number, more: Partial<HistorySubject> = {}): HistorySubject => ({
    id,
    found: 0,
    seasons: earlier(2001),
    counts: ({ started }) => started,
    ...more,
  })
  return { requests, readHistory, subject, maxInFlight: () => maxInFlight }
}

describe('H3 the look-back', () => {
  it.each<[title: string, perSeason: number, found: number, games: number, oldest: string]>([
    ['stops after five games', 1, 0, 5, '2021-03-10'],
    ['counts the games of this season', 1, 3, 2, '2024-03-10'],
    ['takes whole seasons', 2, 0, 6, '2023-03-10'],
    ['stops after the first season with enough games', 5, 0, 5, '2025-03-10'],
  ])('%s', async (_, perSeason, found, games, oldest) => {
    const { readHistory, subject } = historyFixture((id, season) => loaded(id, starts(season, perSeason)))
    const history = await readHistory(subject(1, { found }))
    expect(history.games).toHaveLength(games)
    expect(history.games[0]?.date).toBe(oldest)
    expect(history.games.map(({ date }) => date)).toEqual(history.games.map(({ date }) => date).toSorted())
    expect(history.missingSeasons).toEqual([])
  })
  it('requests nothing when this season has enough games, and no season before the debut', async () => {
    const { requests, readHistory, subject } = historyFixture((id) => loaded(id, []))
    expect(await readHistory(subject(1, { found: 5 }))).toMatchObject({ games: [] })
    expect(await readHistory(subject(2, { seasons: [] }))).toMatchObject({ games: [] })
    expect(requests).toEqual([])
    await readHistory(subject(3, { seasons: earlier(2024) }))
    expect(requests.map(([season]) => season)).toEqual([2025, 2024])
  })
  it('requests every season, newest first, six at once', async () => {
    const { requests, readHistory, subject, maxInFlight } = historyFixture((id) => loaded(id, []))
    expect(await readHistory(subject(1))).toMatchObject({ games: [], missingSeasons: [] })
    expect(requests.map(([season]) => season)).toEqual(earlier(2001))
    expect(maxInFlight()).toBe(6)
  })
  it('requests all pitchers that need more games together', async () => {
    const { requests, readHistory, subject } = historyFixture((id, season) =>
      loaded(id, id === 1 ? starts(season, 5) : []),
    )
    const seasons = earlier(2016)
    await Promise.all([1, 2, 3].map((id) => readHistory(subject(id, { seasons }))))
    expect(requests[0]).toEqual([2025, [1, 2, 3]])
    expect(requests.at(-1)).toEqual([2016, [2, 3]])
    expect(requests).toHaveLength(seasons.length)
  })
  it('returns the same games in any order of answers', async () => {
    const { readHistory, subject } = historyFixture(async (id, season) => {
      await new Promise((resolve) => setTimeout(resolve, (season - 2000) * 2))
      return loaded(id, starts(season, 3))
    })
    const { games } = await readHistory(subject(1))
    expect(games.map(({ date }) => date.slice(0, 4))).toEqual([
      '2024',
      '2024',
      '2024',
      '2025',
      '2025',
      '2025',
    ])
  })
  it('excludes relief games', async () => {
    const { readHistory, subject } = historyFixture((id, season) =>
      loaded(id, [game(`${season}-05-01`, false)]),
    )
    expect(await readHistory(subject(1))).toEqual({ games: [], missingSeasons: [] })
  })
  it('skips a season that fails and reports it as missing', async () => {
    const { readHistory, subject } = historyFixture((id, season) =>
      season === 2024 ? failed(id) : loaded(id, starts(season, 2)),
    )
    const { games, missingSeasons } = await readHistory(subject(1))
    expect(missingSeasons).toEqual([2024])
    expect(games.map(({ date }) => date.slice(0, 4))).toEqual([
      '2022',
      '2022',
      '2023',
      '2023',
      '2025',
      '2025',
    ])
  })
  it('ends with all seasons missing when every request fails or the reader throws', async () => {
    const seasons = earlier(2020)
    const all = historyFixture(failed)
    expect(await all.readHistory(all.subject(1, { seasons }))).toEqual({ games: [], missingSeasons: seasons })
    const broken = historyFixture(() => {
      throw new Error('broken')
    })
    expect(await broken.readHistory(broken.subject(1, { seasons }))).toEqual({
      games: [],
      missingSeasons: seasons,
    })
  })
  it('waits up to its timeout and reports the unanswered seasons as missing', async () => {
    const never = new Promise<LoadedLog>(() => undefined)
    const { readHistory, subject } = historyFixture(
      (id, season) => (season === 2023 ? never : loaded(id, starts(season, 1))),
      60,
    )
    const { games, missingSeasons } = await readHistory(subject(1, { seasons: earlier(2022) }))
    expect(missingSeasons).toEqual([2023])
    expect(games.map(({ date }) => date.slice(0, 4))).toEqual(['2022', '2024', '2025'])
  })
})
