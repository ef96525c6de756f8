import {
  hittingSplitSchema,
  isCalledOff,
  seasonTotal,
  statsAnswerSchema,
  statsBoxscoreSchema,
  statsFeedSchema,
  statsLinescoreSchema,
  statsScheduleSchema,
} from '@propsight/api/wire-formats'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { League } from '../index.ts'
import { startTestLeague } from '../testing/index.ts'

const DAY = '2026-07-17'
const NEXT = '2026-07-18'
const HOUR_MS = 3_600_000
let wall = Date.parse(`${DAY}T14:00:00Z`)
const clock = parseLeagueClock('real', () => new Date(wall))
let league: League

beforeAll(async () => {
  league = await startTestLeague({ clock })
})
afterAll(async () => {
  await league.close()
})

const setTime = (instant: string | number): void => {
  wall = new Date(instant).getTime()
}
const get = async (path: string, from = league): Promise<unknown> => {
  const response = await fetch(`${from.url}${path}`)
  expect(response.status, path).toBe(200)
  return response.json()
}
const gamesOf = async (date: string, from = league) =>
  statsScheduleSchema
    .parse(await get(`/api/v1/schedule?sportId=1&date=${date}&hydrate=team,linescore,probablePitcher`, from))
    .dates.flatMap(({ games }) => games)
const boxOf = async (pk: number) => statsBoxscoreSchema.parse(await get(`/api/v1/game/${pk}/boxscore`))
const lineOf = async (pk: number) => statsLinescoreSchema.parse(await get(`/api/v1/game/${pk}/linescore`))
const boardOf = async () => {
  const body = (await get('/projections?league_id=2&per_page=10000')) as {
    data: { attributes: { start_time: string; game_id: string; today: boolean } }[]
  }
  return body.data.map(({ attributes }) => attributes)
}
const logOf = async (id: number) => {
  const path = `/api/v1/people/${id}/stats?stats=gameLog,season&group=hitting&season=2026`
  const body = await get(path)
  const [log] = z.object({ stats: z.array(z.object({ splits: z.array(z.unknown()) })) }).parse(body).stats
  const splits = (log?.splits ?? []).map((split) => hittingSplitSchema.parse(split))
  const total = seasonTotal(statsAnswerSchema.parse(body).stats[1]?.splits ?? [])?.stat
  return { splits, total: hittingSplitSchema.shape.stat.parse(total) }
}
const firstPitch = () => Math.min(...todays().map(({ startsAt }) => Date.parse(startsAt)))
const todays = () => league.testHooks.world().games.filter(({ date }) => date === DAY)

describe('game day of the sample league', () => {
  it('moves games from scheduled to warmup, in progress, game over and final by the clock', async () => {
    setTime(`${DAY}T14:00:00Z`)
    const game = todays().toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))[0]
    const start = Date.parse(game?.startsAt ?? '')
    const stateAt = async (minutes: number) => {
      setTime(start + minutes * 60_000)
      return (await gamesOf(DAY)).find(({ gamePk }) => gamePk === game?.pk)?.status
    }
    expect(await stateAt(-61)).toMatchObject({ abstractGameState: 'Preview', codedGameState: 'S' })
    expect(await stateAt(-59)).toMatchObject({ abstractGameState: 'Preview', codedGameState: 'P' })
    expect(await stateAt(-19)).toMatchObject({ abstractGameState: 'Live', detailedState: 'Warmup' })
    expect(await stateAt(1)).toMatchObject({ abstractGameState: 'Live', codedGameState: 'I' })
    expect(await stateAt(100)).toMatchObject({ abstractGameState: 'Live', codedGameState: 'I' })
    expect(await stateAt(280)).toMatchObject({ abstractGameState: 'Final', codedGameState: 'F' })
    const codes = new Set<string | undefined>()
    for (let minutes = 120; minutes < 280; minutes += 5) codes.add((await stateAt(minutes))?.codedGameState)
    expect([...codes]).toEqual(['I', 'O', 'F'])
  })

  it('has consistent innings, totals and box scores at every moment', async () => {
    for (let hour = 0.5; hour < 5; hour += 0.5) {
      setTime(firstPitch() + hour * HOUR_MS)
      for (const { gamePk, status, teams } of (await gamesOf(DAY)).slice(0, 6)) {
        if (status.codedGameState !== 'I') continue
        const box = await boxOf(gamePk)
        const line = await lineOf(gamePk)
        const feed = statsFeedSchema.parse(await get(`/api/v1.1/game/${gamePk}/feed/live`))
        expect(feed.liveData.linescore).toEqual(line)
        expect(feed.liveData.boxscore).toEqual(box)
        for (const side of ['home', 'away'] as const) {
          const { players, pitchers } = box.teams[side]
          const runs = Object.values(players).reduce((sum, { stats }) => sum + (stats.batting.runs ?? 0), 0)
          const innings = line.innings.reduce((sum, inning) => sum + (inning[side].runs ?? 0), 0)
          expect([runs, innings, teams[side].score]).toEqual(Array(3).fill(line.teams[side].runs))
          expect(teams[side].isWinner).toBeUndefined()
          expect(players[`ID${pitchers[0]}`]?.stats.pitching.gamesStarted).toBe(1)
        }
        expect(line.currentInning).toBeGreaterThanOrEqual(line.innings.length)
      }
    }
  }, 60_000)

  it('shows a game in the log from its first pitch on and counts it in the season total', async () => {
    setTime(`${DAY}T14:00:00Z`)
    const game = todays().toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))[0]
    const id = game?.lineups?.home[0]?.id ?? 0
    const before = await logOf(id)
    expect(before.splits.at(-1)?.date).not.toBe(DAY)
    let seen = 0
    for (let minutes = 5; minutes <= 245; minutes += 20) {
      setTime(Date.parse(game?.startsAt ?? '') + minutes * 60_000)
      const { splits, total } = await logOf(id)
      const last = splits.at(-1)
      expect(last?.game.gamePk).toBe(game?.pk)
      expect(splits).toHaveLength(before.splits.length + 1)
      const appearances = last?.stat.plateAppearances ?? 0
      expect(appearances).toBeGreaterThanOrEqual(seen)
      seen = appearances
      for (const key of ['plateAppearances', 'hits', 'runs', 'strikeOuts'] as const) {
        expect(
          splits.reduce((sum, { stat }) => sum + (stat[key] ?? 0), 0),
          key,
        ).toBe(total[key])
      }
    }
    expect(seen).toBeGreaterThan(2)
  })

  it('closes lines at first pitch and opens tomorrow’s for clubs without a remaining game today', async () => {
    setTime(firstPitch() - 60_000)
    const earlyBoard = await boardOf()
    expect(earlyBoard.every(({ today }) => today)).toBe(true)
    for (const hours of [0.2, 1, 2, 3, 4.5]) {
      setTime(firstPitch() + hours * HOUR_MS)
      const now = new Date(wall)
      const lines = await boardOf()
      expect(lines.length).toBeGreaterThan(earlyBoard.length / 2)
      expect(lines.every(({ start_time }) => new Date(start_time) > now)).toBe(true)
      const open = (await gamesOf(DAY)).filter(({ gameDate }) => new Date(gameDate) > now)
      const busy = new Set(open.flatMap(({ teams }) => [teams.home.team.id, teams.away.team.id]))
      const tomorrow = new Map((await gamesOf(NEXT)).map((game) => [`MLB_game_${game.gamePk}`, game]))
      for (const { game_id } of lines.filter(({ today }) => !today)) {
        const teams = tomorrow.get(game_id)?.teams
        expect(teams?.home.probablePitcher).toBeDefined()
        expect(busy.has(teams?.home.team.id ?? 0) || busy.has(teams?.away.team.id ?? 0)).toBe(false)
      }
    }
    expect((await boardOf()).every(({ today }) => !today)).toBe(true)
  }, 60_000)

  it('continues late games past midnight and keeps the final box scores unchanged', async () => {
    setTime(`${NEXT}T03:59:30Z`)
    const evening = await gamesOf(DAY)
    const live = evening.filter(({ status }) => status.abstractGameState === 'Live')
    expect(live.length).toBeGreaterThan(0)
    const shown = new Map<number, unknown>()
    for (const { gamePk, status } of evening) {
      if (status.codedGameState === 'F') shown.set(gamePk, await get(`/api/v1/game/${gamePk}/boxscore`))
    }
    setTime(`${NEXT}T04:00:30Z`)
    const night = await gamesOf(DAY)
    expect(league.testHooks.world().day).toBe(NEXT)
    for (const { gamePk, teams } of live) {
      const after = night.find((game) => game.gamePk === gamePk)
      if (after?.status.abstractGameState !== 'Live') continue
      expect(after.teams.home.score).toBeGreaterThanOrEqual(teams.home.score ?? 0)
      const box = await boxOf(gamePk)
      const runs = Object.values(box.teams.home.players).reduce(
        (sum, { stats }) => sum + (stats.batting.runs ?? 0),
        0,
      )
      expect(runs).toBe(after.teams.home.score)
      const batter = box.teams.home.battingOrder[0] ?? 0
      expect((await logOf(batter)).splits.filter(({ game }) => game.gamePk === gamePk)).toHaveLength(1)
    }
    expect(night.some(({ status }) => status.abstractGameState === 'Live')).toBe(true)
    setTime(`${NEXT}T09:00:00Z`)
    expect((await gamesOf(DAY)).every(({ status }) => status.codedGameState === 'F')).toBe(true)
    for (const [pk, box] of shown) {
      const batting = (value: unknown) => statsBoxscoreSchema.parse(value).teams
      expect(batting(await get(`/api/v1/game/${pk}/boxscore`))).toEqual(batting(box))
    }
  }, 60_000)

  it('does not depend on earlier requests', async () => {
    const late = Date.parse(`${DAY}T14:00:00Z`) + 11.4 * HOUR_MS
    const other = await startTestLeague({ clock: parseLeagueClock(`frozen:${new Date(late).toISOString()}`) })
    for (const hours of [-2, -1, -0.5, 0]) {
      setTime(late + hours * HOUR_MS)
      await gamesOf(DAY)
    }
    expect(await gamesOf(DAY, other)).toEqual(await gamesOf(DAY))
    await other.close()
    expect((await gamesOf(DAY)).some(({ status }) => status.codedGameState === 'I')).toBe(true)
  }, 60_000)

  it('counts a final result in the team records at once', async () => {
    const record = z.object({
      team: z.object({ id: z.int() }),
      leagueRecord: z.object({ wins: z.int(), losses: z.int() }),
    })
    const schema = z.object({
      dates: z.array(
        z.object({
          games: z.array(
            z.object({
              status: z.object({ abstractGameState: z.string() }),
              teams: z.object({ home: record, away: record }),
            }),
          ),
        }),
      ),
    })
    const recordsAt = async (instant: string) => {
      setTime(instant)
      const games = schema.parse(await get(`/api/v1/schedule?sportId=1&date=${DAY}`)).dates[0]?.games ?? []
      return new Map(
        games.flatMap(({ status, teams }) =>
          [teams.home, teams.away].map(({ team, leagueRecord: { wins, losses } }) => [
            team.id,
            { final: status.abstractGameState === 'Final', wins, losses },
          ]),
        ),
      )
    }
    const morning = await recordsAt(`${DAY}T14:00:00Z`)
    const night = await recordsAt(`${NEXT}T03:30:00Z`)
    let won = 0
    let lost = 0
    for (const [team, { final, wins, losses }] of night) {
      const before = morning.get(team) ?? { wins: 0, losses: 0 }
      expect(wins + losses - before.wins - before.losses).toBe(final ? 1 : 0)
      won += wins - before.wins
      lost += losses - before.losses
    }
    expect(won).toBeGreaterThan(4)
    expect(won).toBe(lost)
  })
})

describe('rainy day of the sample league', () => {
  it('postpones a game before its start and adds it to the next day as a doubleheader', async () => {
    setTime('2026-08-20T14:00:00Z')
    const rained = league.testHooks
      .world()
      .games.filter(
        ({ season, postponedFrom }) => season === 2026 && postponedFrom && postponedFrom.date > '2026-06-05',
      )
      .at(-1)
    const from = rained?.postponedFrom ?? { date: '', startsAt: '' }
    const start = Date.parse(from.startsAt)
    const listed = async () => (await gamesOf(from.date)).find(({ gamePk }) => gamePk === rained?.pk)
    setTime(start - 2 * HOUR_MS)
    const id = `MLB_game_${rained?.pk}`
    expect((await listed())?.status.codedGameState).toBe('S')
    expect((await boardOf()).some(({ game_id }) => game_id === id)).toBe(true)
    setTime(start - 20 * 60_000)
    const off = await listed()
    expect(off?.status).toMatchObject({ abstractGameState: 'Final', codedGameState: 'D' })
    expect(off && isCalledOff(off)).toBe(true)
    expect(off?.officialDate).toBe(rained?.date)
    expect((await boardOf()).some(({ game_id, today }) => today && game_id === id)).toBe(false)
    const next = (await gamesOf(rained?.date ?? '')).filter(
      ({ teams }) => teams.home.team.id === rained?.homeId,
    )
    expect(next.map(({ gameNumber }) => gameNumber)).toEqual([1, 2])
  }, 60_000)
})

describe('clock control of the league server', () => {
  it('exists only when enabled at start, and moves the clock of a running league', async () => {
    const put = (from: League, body: unknown) =>
      fetch(`${from.url}/control/clock`, { method: 'PUT', body: JSON.stringify(body) })
    expect((await put(league, { advanceMinutes: 1 })).status).toBe(404)
    const frozen = parseLeagueClock(`frozen:${DAY}T14:00:00Z`)
    const movable = await startTestLeague({ clock: frozen, control: true })
    expect((await gamesOf(DAY, movable)).some(({ status }) => status.codedGameState === 'I')).toBe(false)
    const moved = await put(movable, { advanceMinutes: 11 * 60 })
    expect(await moved.json()).toEqual({ now: `${NEXT}T01:00:00.000Z`, today: DAY })
    expect((await gamesOf(DAY, movable)).some(({ status }) => status.codedGameState === 'I')).toBe(true)
    expect((await put(movable, { now: `${NEXT}T10:00:00-04:00` })).status).toBe(200)
    expect((await gamesOf(DAY, movable)).every(({ status }) => status.codedGameState === 'F')).toBe(true)
    expect((await put(movable, { now: 'later' })).status).toBe(400)
    await movable.close()
  }, 60_000)
})
