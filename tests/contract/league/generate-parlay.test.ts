import { randomUUID } from 'node:crypto'
import {
  collectGameLogs,
  createAi,
  createLog,
  createUpstream,
  earlierSeasons,
  fakeDeps,
  fetchLines,
  findLegs,
  generateParlays,
  startFakeAiProvider,
  startTestApi,
  type TestApi,
  type TestUser,
  testEnv,
  type Upstream,
} from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import {
  fetchLinesQuery,
  type GenerateParlayBody,
  type GenerateParlayResponse,
  generateParlayResponse,
  type Line,
  pastParlayRowSchema,
  trackLegSchema,
} from '@propsight/shared/contracts'
import { findStatType, lineOdds, PRIZEPICKS_PAYOUTS, parseLeagueClock } from '@propsight/shared/domain'
import { assessEntry } from '@propsight/shared/domain/engine'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'

const CLOCK = 'frozen:2026-07-18T16:00:00Z'
const clock = parseLeagueClock(CLOCK)
const log = createLog('silent')
const pacing = { subBatch: 6, batch: 16, subBatchPauseMs: 0, batchPauseMs: 0 }
const TOO_LATE = '2026-07-18T02:10:00Z'

type SentPick = GenerateParlayBody['myPicks'][number]

let league: Awaited<ReturnType<typeof startTestLeague>>
let upstream: Upstream
let api: TestApi
let picks: SentPick[]

const pickOf = (line: Line, at: number): SentPick => ({
  id: `pick_${1_784_390_400_000 + at}_abc${at}x`,
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

beforeAll(async () => {
  league = await startTestLeague({ clock })
  const { url } = league
  upstream = createUpstream({ statsUrl: url, linesUrl: url, weatherUrl: url, redis: null, log, pacing })
  // Forecasts change once earlier seasons are read, some seconds after a start.
  const parts = { upstream, clock, log }
  earlierSeasons(parts, 0)
  await vi.waitFor(() => expect(earlierSeasons(parts).every(Boolean)).toBe(true), { timeout: 60_000 })
  const lines: Line[] = []
  for (const category of ['Hits', 'Total Bases', 'Pitcher Strikeouts']) {
    const query = fetchLinesQuery.parse({ category, limit: '40' })
    lines.push(...(await fetchLines({ upstream, clock, log }, query, 40)).players)
  }
  picks = lines.map(pickOf)
  api = await startTestApi({ upstream, leagueUrl: url, env: { LEAGUE_CLOCK: CLOCK }, jobs: false })
}, 120_000)
afterAll(async () => {
  await api?.close()
  await upstream?.close()
  await league?.close()
})

const ask = (
  { token }: Pick<TestUser, 'token'>,
  changes: Partial<GenerateParlayBody> = {},
  signal?: AbortSignal,
) =>
  fetch(`${api.url}/api/parlay/generate-parlay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ idempotencyKey: randomUUID(), parlaySize: 3, myPicks: picks, ...changes }),
    ...(signal ? { signal } : {}),
  })
async function answered(response: Response): Promise<GenerateParlayResponse> {
  expect(response.status).toBe(200)
  return generateParlayResponse.parse(await response.json())
}
const refusal = async (response: Response) => {
  const { message, code } = (await response.json()) as { message: string; code: string }
  return [response.status, code, message]
}
const creditsOf = async (user: TestUser) =>
  (await user.client.from('user_profiles').select('credits').single()).data?.credits
const savedOf = async (user: TestUser) =>
  z.array(pastParlayRowSchema).parse((await user.client.from('past_parlays').select('*').order('rank')).data)
const legsOf = async (user: TestUser) =>
  z.array(trackLegSchema).parse((await user.client.from('track_legs').select('*')).data)

/** The game log records with the forecasts of each leg. */
async function forecastsOf(answer: GenerateParlayResponse) {
  const players = answer.parlays.flatMap(({ picks: legs }) =>
    legs.flatMap(({ pickId, statType }) => {
      const pick = picks.find(({ id }) => id === pickId)
      const group = findStatType(statType)?.group
      return pick && group ? [{ name: pick.name, team: pick.team, group }] : []
    }),
  )
  return (await collectGameLogs({ upstream, clock, log }, players)).records
}

describe('P8 POST /api/parlay/generate-parlay', () => {
  it.each([2, 3, 6, 8])(
    'recommends parlays of %i legs with the engine’s joint probabilities, saves them and charges one credit',
    async (size) => {
      const user = await api.createUser()
      const answer = await answered(await ask(user, { parlaySize: size }))
      expect(answer.parlays.map(({ rank }) => rank)).toEqual([1, 2, 3])
      expect(answer.wording).toBe('engine')
      expect(answer.parlays.map(({ madeFrom }) => madeFrom)).toEqual(Array(3).fill(picks.map(({ id }) => id)))
      const records = await forecastsOf(answer)
      const { legs } = await findLegs({ upstream, clock, log }, picks)
      for (const parlay of answer.parlays) {
        expect(parlay.picks).toHaveLength(size)
        expect(new Set(parlay.picks.map(({ personId }) => personId)).size).toBe(size)
        expect(new Set(parlay.picks.map(({ team }) => team)).size).toBeGreaterThan(1)
        for (const answeredLeg of parlay.picks) {
          const record = records.find(
            (each) => each.type !== 'missing' && each.personId === answeredLeg.personId,
          )
          if (!record || record.type === 'missing') throw new Error(`no log of ${answeredLeg.playerName}`)
          const forecast = record.forecasts?.find(({ stat }) => stat === answeredLeg.statType)
          if (!forecast) throw new Error(`no forecast of ${answeredLeg.statType}`)
          expect(answeredLeg.probability.value).toBeCloseTo(
            100 * lineOdds(forecast.distribution, answeredLeg.bettingLine).over,
            1,
          )
          expect(answeredLeg.gamePk).toBe(record.forecastGame?.gamePk)
        }
        const own = parlay.picks.flatMap(
          ({ pickId }) => legs.find(({ pick }) => pick.id === pickId)?.leg ?? [],
        )
        const assessed = assessEntry(own)
        if (!assessed.ok) throw new Error(assessed.reason)
        const { allWin, value } = assessed.value
        expect(parlay.overallConfidence).toBeCloseTo(100 * allWin.value, 1)
        expect(parlay.interval.low).toBeCloseTo(100 * allWin.interval80.low, 1)
        expect(parlay.interval.high).toBeCloseTo(100 * allWin.interval80.high, 1)
        expect(parlay.independent).toBeCloseTo(100 * own.reduce((all, { win }) => all * win, 1), 1)
        expect(parlay.unpriced).toBe(value.power.reason)
        if (value.power.profit) {
          expect(parlay.expectedValue?.value).toBeCloseTo(100 * value.power.profit.value, 1)
          expect(parlay.recommendedUnits).toBeCloseTo(value.power.units, 2)
          expect(parlay.words).toBe(value.power.words)
          expect(parlay.pays).toBe(PRIZEPICKS_PAYOUTS.power[size])
          expect(parlay.breakEven).toBeCloseTo(100 / (PRIZEPICKS_PAYOUTS.power[size] ?? 0), 1)
        } else {
          expect([parlay.expectedValue, parlay.recommendedUnits, parlay.pays, parlay.breakEven]).toEqual(
            Array(4).fill(null),
          )
        }
        expect(parlay.insights.primary).toContain(`${parlay.overallConfidence.toFixed(1)}%`)
        expect(parlay.insights.trend).toMatch(/ of the last 10 (games|starts)/)
        expect(parlay.insights.risk).toContain(parlay.picks.at(-1)?.playerName)
      }
      if (size > 6) {
        expect(answer.parlays[0]?.unpriced).toMatch(/^(no public payout for this|goblins and demons)/)
        const chances = answer.parlays.map(({ overallConfidence }) => overallConfidence)
        expect(chances).toEqual(chances.toSorted((a, b) => b - a))
      }
      // Saved as answered, with a forecast record for each leg, for one credit.
      expect((await savedOf(user)).map(({ details }) => details)).toEqual(answer.parlays)
      const promised = await legsOf(user)
      expect(promised).toHaveLength(3 * size)
      for (const parlay of answer.parlays)
        for (const [at, answeredLeg] of parlay.picks.entries())
          expect(
            promised.find(({ parlay_id, leg }) => parlay_id === parlay.id && leg === at + 1),
          ).toMatchObject({
            promised: answeredLeg.probability.value,
            promised_low: answeredLeg.probability.low,
            player_name: answeredLeg.playerName,
            line: answeredLeg.bettingLine,
            game_pk: answeredLeg.gamePk,
            status: 'pending',
          })
      expect(await creditsOf(user)).toBe(19)
    },
  )

  it('runs once per idempotency key for concurrent and repeated calls, also after a disconnect', async () => {
    const user = await api.createUser()
    const key = randomUUID()
    const disconnect = new AbortController()
    const disconnected = ask(user, { idempotencyKey: key }, disconnect.signal)
    // The hold exists, so the run has started.
    await expect.poll(() => creditsOf(user)).toBe(19)
    disconnect.abort()
    await disconnected.catch(() => undefined)
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => answered(await ask(user, { idempotencyKey: key }))),
    )
    for (const other of answers) expect(other).toEqual(answers[0])
    expect((await savedOf(user)).map(({ details }) => details)).toEqual(answers[0]?.parlays)
    expect(await creditsOf(user)).toBe(19)
  })

  it('resumes the hold of a process that was killed before saving', async () => {
    const user = await api.createUser()
    const key = randomUUID()
    const held = await api.admin.rpc('start_run', {
      ...{ p_user: user.id, p_feature: 'parlay', p_category: 'Parlay', p_cost: 1 },
      ...{ p_key: key, p_ttl_seconds: 300 },
    })
    expect(held.error).toBeNull()
    expect(await creditsOf(user)).toBe(19)
    const { parlays } = await answered(await ask(user, { idempotencyKey: key }))
    expect((await savedOf(user)).map(({ id }) => id)).toEqual(parlays.map(({ id }) => id))
    expect(await creditsOf(user)).toBe(19)
  })

  it('C2 charges and saves 20 of 50 concurrent calls on 20 credits, and refuses the rest', async () => {
    const user = await api.createUser()
    const few = picks.slice(0, 12)
    const results = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await ask(user, { parlaySize: 2, myPicks: few })
        if (response.status === 200) return answered(response)
        return refusal(response)
      }),
    )
    const refused = results.filter((result) => Array.isArray(result))
    expect(refused).toEqual(Array(30).fill([402, 'NO_CREDITS', 'No credits remaining']))
    expect(await creditsOf(user)).toBe(0)
    const saved = await savedOf(user)
    const answers = results.flatMap((result) => ('parlays' in result ? result.parlays : []))
    expect(answers).toHaveLength(60)
    expect(saved.map(({ id }) => id).toSorted()).toEqual(answers.map(({ id }) => id).toSorted())
    const { data: ledger } = await user.client.from('credit_ledger').select('delta, reason')
    const charged = ledger?.filter(({ reason }) => reason === 'capture') ?? []
    expect(charged).toHaveLength(20)
  }, 60_000)

  it('leaves out picks that cannot be legs, each with a reason, and charges nothing when too few remain', async () => {
    const user = await api.createUser()
    const [good] = picks.filter(({ oddsType }) => oddsType === 'standard')
    if (!good) throw new Error('the league has no standard line')
    const odd = (at: number, changes: Partial<SentPick>): SentPick => ({
      ...good,
      id: `pick_1784390500000_odd${at}xx`,
      ...changes,
    })
    const bad = [
      odd(0, { sport: 'NBA' }),
      odd(1, { name: 'Nobody Atall' }),
      odd(2, { oddsType: 'goblin', recommendation: 'UNDER' }),
      odd(3, { gameTime: TOO_LATE }),
      odd(4, { statType: 'Pickle Balls' }),
      odd(5, { personId: 1 }),
    ]
    const { leftOut } = await answered(await ask(user, { myPicks: [...picks, ...bad] }))
    const reasons = new Map(leftOut.map(({ pickId, reason }) => [pickId, reason]))
    expect(bad.map(({ id }) => reasons.get(id))).toEqual([
      'Only MLB picks have a probability.',
      'The league lists no player of this name.',
      'The book takes More only on this line.',
      expect.stringMatching(/^(His game has begun\.|No probability: the line is on another game\.)$/),
      'No game log answers this stat.',
      'The pick is on another player of this name.',
    ])
    expect(await creditsOf(user)).toBe(19)
    expect(await refusal(await ask(user, { parlaySize: 2, myPicks: [good, ...bad.slice(0, 2)] }))).toEqual([
      422,
      'BAD_REQUEST',
      'A 2-leg parlay needs picks on 2 different players; 1 of yours can be a leg now. ' +
        'Only MLB picks have a probability. The league lists no player of this name. No credit was used.',
    ])
    expect(await refusal(await ask(user, { parlaySize: 5, myPicks: picks.slice(0, 3) }))).toEqual([
      400,
      'BAD_REQUEST',
      'You need at least 5 picks to create a 5-leg parlay. You currently have 3 picks.',
    ])
    expect(await creditsOf(user)).toBe(19)
  })
})

describe('P9 parlay insights worded by a model', () => {
  const generate = async (says: (facts: Record<string, string>) => string) => {
    const peer = await startFakeAiProvider()
    peer.answer(({ body }) => {
      const { messages } = JSON.parse(body) as { messages: { content: string }[] }
      return { says: says(JSON.parse(messages[1]?.content ?? '') as Record<string, string>) }
    })
    const env = testEnv({
      ...{ AI_PROVIDER: 'openai-compatible', AI_BASE_URL: peer.url, AI_MODEL: 'peer-1' },
    })
    try {
      const deps = fakeDeps({ env, clock, upstream, ai: await createAi(env, log) })
      const question = { idempotencyKey: randomUUID(), parlaySize: 3, myPicks: picks }
      return { asked: peer.asked, ...(await generateParlays(deps, question)) }
    } finally {
      await peer.close()
    }
  }

  it('include the model’s sentence on the likeliest leg, and drop figures that were not computed', async () => {
    const { parlays, asked } = await generate(
      ({ player, probability }) => `${player} is ${probability} to go that way. He hit 57 home runs in 1998.`,
    )
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.length).toBeLessThanOrEqual(3)
    for (const { details } of parlays) {
      expect(details.wording).toBe('model')
      expect(details.insights.primary).toMatch(/^All 3 legs hit with /)
      const [first] = details.picks
      const chance = Math.round(first?.probability.value ?? 0)
      expect(details.insights.primary).toContain(`${first?.playerName} is ${chance}% likely to go that way.`)
      expect(JSON.stringify(details)).not.toContain('in 1998')
      expect(generateParlayResponse.shape.parlays.element.parse(details)).toEqual(details)
    }
  })
  it('use the engine’s wording when no sentence of the model is usable', async () => {
    const { parlays } = await generate(() => 'He is a lock tonight.')
    for (const { details } of parlays) {
      expect(details.wording).toBe('engine')
      expect(details.insights.primary).not.toContain('lock')
    }
  })
})
