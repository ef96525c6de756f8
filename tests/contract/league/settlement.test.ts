import { settleLegs, startTestApi, type TestApi, type TestUser } from '@propsight/api/testing'
import { statsBoxscoreSchema, statsScheduleSchema } from '@propsight/api/wire-formats'
import type { League } from '@propsight/league'
import { startTestLeague } from '@propsight/league/testing'
import {
  type GameLogRecord,
  type Line,
  type Pick,
  syncPicksResponse,
  type TrackLeg,
  trackLegSchema,
} from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { analyze, parseRecord } from '../../support/analysis/run-analysis.ts'
import { createSettledPicks } from '../../support/picks/board-picks.ts'

/** Before the day's first pitch, in the evening, and the next morning. */
const BEFORE = '2026-07-18T15:00:00Z'
const EVENING = '2026-07-19T00:30:00Z'
const MORNING = '2026-07-19T12:00:00Z'
const DAY = '2026-07-18'
const PICKS = 40

let league: League
let first: TestApi
let user: TestUser
const opened: TestApi[] = []

/** Another instance on the same database, with empty caches. */
async function freshInstance(): Promise<TestApi> {
  const api = await startTestApi({
    leagueUrl: league.url,
    databaseUrl: first.databaseUrl,
    jobs: false,
    env: { LEAGUE_CLOCK: `frozen:${BEFORE}` },
  })
  opened.push(api)
  return api
}
const gradeOn = async (api: TestApi) => {
  const [instance] = api.instances
  if (!instance) throw new Error('no instance')
  await settleLegs.run(instance.deps)
}
const moveLeague = async (now: string) => {
  const answer = await fetch(`${league.url}/control/clock`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now }),
  })
  expect(answer.status).toBeLessThan(300)
}

beforeAll(async () => {
  league = await startTestLeague({ clock: parseLeagueClock(`frozen:${BEFORE}`), control: true })
  first = await startTestApi({
    leagueUrl: league.url,
    jobs: false,
    env: { LEAGUE_CLOCK: `frozen:${BEFORE}` },
  })
  user = await first.createUser()
}, 60_000)
afterAll(async () => {
  for (const api of opened) await api.close()
  await first?.close()
  await league?.close()
})

/** An over pick as a browser sends it. Its figures are invented, and the server must ignore them. */
function pickOf(line: Line, record: Extract<GameLogRecord, { type: 'player' }>, at: number): Pick {
  const now = Date.now()
  return {
    id: `pick_${now}_settle${String(at).padStart(4, '0')}`,
    playerName: line.name,
    sport: 'MLB',
    confidence: 99,
    projectedStatLine: '9.9 hits',
    extractedStatLine: null,
    originalStats: line.stats,
    bettingAnalysis: { projectedTotal: 9.9, recommendation: 'OVER', bettingLine: line.line },
    defensiveAnalysis: null,
    injuryImpact: null,
    recentForm: null,
    overHitPercentage: null,
    reasoning: '',
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 20 * 3_600_000).toISOString(),
    statType: line.statType,
    oddsType: line.oddsType,
    team: line.team,
    opponent: line.opponent,
    homeAway: line.homeAway,
    gameTime: line.gameTime,
    gameId: line.gameId,
    personId: record.personId,
    sample: { window: 10, over: 5, under: 5, push: 0 },
    games: [],
    source: 'sample',
    unavailable: {},
  }
}

const sync = (api: TestApi, picks: readonly Pick[], token = user.token) =>
  fetch(`${api.url}/api/sync-picks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ picks }),
  })
/** Reads the legs with the session of their owner. */
async function legs(): Promise<TrackLeg[]> {
  const { data, error } = await user.client.from('track_legs').select('*').order('pick_id')
  if (error) throw new Error(error.message)
  return z.array(trackLegSchema).parse(data)
}

/** Hits from the current box scores, counted without code of the product. */
async function hitsByGame(): Promise<Map<string, { hits: number; plates: number; state: string }>> {
  const json = async (path: string) => (await fetch(league.url + path)).json()
  const { dates } = statsScheduleSchema.parse(await json(`/api/v1/schedule?sportId=1&date=${DAY}`))
  const found = new Map<string, { hits: number; plates: number; state: string }>()
  for (const game of dates.flatMap((day) => day.games)) {
    const box = statsBoxscoreSchema.parse(await json(`/api/v1/game/${game.gamePk}/boxscore`))
    const coded = game.status.codedGameState
    const state = coded === 'D' ? 'called off' : game.status.abstractGameState
    for (const side of [box.teams.home, box.teams.away]) {
      for (const { person, stats } of Object.values(side.players)) {
        const { hits = 0, plateAppearances: plates = 0 } = stats.batting
        found.set(`${game.gamePk} ${person.id}`, { hits, plates, state })
      }
    }
  }
  return found
}

/** The grade of an over pick. @param hits null for a player who did not bat in a finished game */
function gradeOf(hits: number | null, line: number): TrackLeg['status'] {
  if (hits === null) return 'no-game'
  if (hits === line) return 'push'
  return hits > line ? 'winner' : 'loser'
}

describe('P7 legs of synced picks', () => {
  let picks: Pick[] = []
  let settledPicks: { push: Pick; noGame: Pick }

  it('P4 are recorded without a visible forecast when a list is synced', async () => {
    const board = await analyze(first.url, user.token, 'Hits', parseRecord)
    const records = new Map(
      board.records.flatMap((record) =>
        record.type === 'player' ? [[`${record.name} ${record.team}`, record] as const] : [],
      ),
    )
    picks = board.lines
      .filter(({ combo, promo }) => !combo && !promo)
      .flatMap((line, at) => {
        const record = records.get(`${line.name} ${line.team}`)
        return record ? [pickOf(line, record, at)] : []
      })
      .slice(0, PICKS - 2)
    settledPicks = await createSettledPicks()
    picks.push(settledPicks.push, settledPicks.noGame)
    const answer = await sync(first, picks)
    expect(answer.status).toBe(200)
    const { added, gone } = syncPicksResponse.parse(await answer.json())
    expect([added.length, gone]).toEqual([PICKS, []])
    const syncedLegs = await legs()
    expect(syncedLegs).toHaveLength(PICKS)
    for (const leg of syncedLegs) {
      expect(leg).toMatchObject({ status: 'pending', actual: null, league_day: DAY, settled_at: null })
      // A forecast that may not have been paid for is shown when its line has ended.
      expect(leg).toMatchObject({ engine: null, promised: null, promised_low: null })
    }
  })
  it('P4 stay unchanged when the same list is synced again', async () => {
    const before = await legs()
    const answer = syncPicksResponse.parse(await (await sync(first, picks)).json())
    expect(answer).toEqual({ success: true, added: [], gone: [] })
    expect(await legs()).toEqual(before)
  })
  it('are pending before the first pitch', async () => {
    await gradeOn(first)
    expect(new Set((await legs()).map(({ status }) => status))).toEqual(new Set(['pending']))
  })
  it('are in progress with the current value during their games', async () => {
    await moveLeague(EVENING)
    await gradeOn(await freshInstance())
    const now = await hitsByGame()
    const seen = await legs()
    const playing = seen.filter(({ status }) => status === 'in-progress')
    expect(playing.length).toBeGreaterThan(0)
    for (const leg of playing) {
      const box = now.get(`${leg.game_pk} ${leg.person_id}`)
      expect(box?.state ?? 'Live').toBe('Live')
      expect(leg.actual).toBe(box && box.plates > 0 ? box.hits : null)
    }
  })
  it('are graded once by the box scores, and show the forecasts of the server’s engine, when several instances settle at once', async () => {
    await moveLeague(MORNING)
    const instances = [await freshInstance(), await freshInstance()]
    await Promise.all(instances.map(gradeOn))
    const ended = await legs()
    const box = await hitsByGame()
    const counts: Record<string, number> = {}
    for (const leg of ended) {
      const player = box.get(`${leg.game_pk} ${leg.person_id}`)
      const hits = player && player.state === 'Final' && player.plates > 0 ? player.hits : null
      const expected = gradeOf(hits, leg.line)
      expect({ pick: leg.pick_id, status: leg.status }).toEqual({ pick: leg.pick_id, status: expected })
      expect(leg.actual).toBe(hits)
      counts[leg.status] = (counts[leg.status] ?? 0) + 1
      // A pick on a player known to be out has no forecast, but is graded.
      if (leg.pick_id === settledPicks.noGame.id && leg.promised === null) continue
      expect(leg.engine).toBeTruthy()
      // The browser sent 99.
      expect(leg.promised).toBeLessThan(95)
      expect(leg.promised_low).toBeLessThanOrEqual(leg.promised ?? 0)
    }
    expect(counts.winner).toBeGreaterThan(0)
    expect(counts.loser).toBeGreaterThan(0)
    const statusOf = ({ id }: Pick) => ended.find(({ pick_id }) => pick_id === id)
    expect(statusOf(settledPicks.push), 'exactly one hit on a line of 1').toMatchObject({
      status: 'push',
      actual: 1,
    })
    expect(statusOf(settledPicks.noGame), 'not in the box score').toMatchObject({
      status: 'no-game',
      actual: null,
    })
    await Promise.all(instances.map(gradeOn))
    expect(await legs()).toEqual(ended)
  })
  it('P4 are refused without a session and for a list of more than 1000 picks', async () => {
    expect((await sync(first, [], 'nobody')).status).toBe(401)
    const [pick] = picks
    if (!pick) throw new Error('no picks')
    const many = Array.from({ length: 1_001 }, (_, at) => ({ ...pick, id: `pick_1790000000000_many${at}` }))
    expect((await sync(first, many)).status).toBe(400)
  })
})
