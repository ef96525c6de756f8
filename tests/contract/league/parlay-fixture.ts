import { randomUUID } from 'node:crypto'
import {
  createLog,
  createUpstream,
  fetchLines,
  readSeasonRecords,
  startTestApi,
  type TestApi,
  type TestUser,
  type Upstream,
} from '@propsight/api/testing'
import { EARLIER_SEASONS } from '@propsight/league'
import { startTestLeague } from '@propsight/league/testing'
import {
  fetchLinesQuery,
  type GenerateParlayBody,
  type GenerateParlayResponse,
  generateParlayResponse,
  type Line,
  pastParlayRowSchema,
} from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { expect, vi } from 'vitest'
import * as z from 'zod'

const LEAGUE_CLOCK = 'frozen:2026-07-18T16:00:00Z'
export const clock = parseLeagueClock(LEAGUE_CLOCK)
export const log = createLog('silent')
/** The sample league needs no pacing. */
const pacing = { subBatch: 6, batch: 16, subBatchPauseMs: 0, batchPauseMs: 0 }

export type SentPick = GenerateParlayBody['myPicks'][number]

/** The sample league on a day with games, and picks on its lines. */
export interface ParlayFixture {
  upstream: Upstream
  picks: SentPick[]
  /** Starts an API on this league. The caller closes it. */
  startApi(): Promise<TestApi>
  close(): Promise<void>
}

const pickOf = (line: Line, index: number): SentPick => ({
  id: `pick_${1_784_390_400_000 + index}_abc${index}x`,
  name: line.name,
  sport: 'mlb',
  // Figures sent by the browser are ignored.
  confidence: 99,
  projectedStatLine: '40 home runs',
  bettingLine: line.line,
  recommendation: 'OVER',
  statType: line.statType,
  team: line.team,
  oddsType: line.oddsType,
  personId: null,
  gameTime: line.gameTime,
  injuryImpact: null,
  defensiveAnalysis: null,
  recentForm: null,
})

export async function startParlayFixture(): Promise<ParlayFixture> {
  const league = await startTestLeague({ clock })
  const { url } = league
  const upstream = createUpstream({ statsUrl: url, linesUrl: url, weatherUrl: url, redis: null, log, pacing })
  const deps = { upstream, clock, log }
  // A slow machine needs longer than a forecast waits.
  const readEarlier = async () => (await readSeasonRecords(deps)).earlier.filter(Boolean)
  await vi.waitFor(async () => expect(await readEarlier()).toHaveLength(EARLIER_SEASONS), { timeout: 60_000 })
  const lines: Line[] = []
  for (const category of ['Hits', 'Total Bases', 'Pitcher Strikeouts']) {
    const query = fetchLinesQuery.parse({ category, limit: '40' })
    lines.push(...(await fetchLines(deps, query, 40)).players)
  }
  return {
    upstream,
    picks: lines.map(pickOf),
    startApi: () => startTestApi({ upstream, leagueUrl: url, env: { LEAGUE_CLOCK }, jobs: false }),
    async close() {
      await upstream.close()
      await league.close()
    },
  }
}

/** Creates the function that requests parlays for a user, of all picks and with 3 legs by default. */
export const createParlayRequests =
  (target: () => { url: string; picks: SentPick[] }) =>
  (
    { token }: Pick<TestUser, 'token'>,
    changes: Partial<GenerateParlayBody> = {},
    signal?: AbortSignal,
  ): Promise<Response> => {
    const { url, picks } = target()
    return fetch(`${url}/api/parlay/generate-parlay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ idempotencyKey: randomUUID(), parlaySize: 3, myPicks: picks, ...changes }),
      ...(signal ? { signal } : {}),
    })
  }

export async function parseParlays(response: Response): Promise<GenerateParlayResponse> {
  expect(response.status).toBe(200)
  return generateParlayResponse.parse(await response.json())
}
export const readError = async (response: Response) => {
  const { message, code } = (await response.json()) as { message: string; code: string }
  return [response.status, code, message]
}
export const creditsOf = async (user: TestUser) =>
  (await user.client.from('user_profiles').select('credits').single()).data?.credits
export const readSavedParlays = async (user: TestUser) =>
  z.array(pastParlayRowSchema).parse((await user.client.from('past_parlays').select('*').order('rank')).data)
