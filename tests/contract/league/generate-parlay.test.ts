import { collectGameLogs, fakeDeps, findLegs, type TestApi, type TestUser } from '@propsight/api/testing'
import {
  assessParlayResponse,
  type GenerateParlayResponse,
  trackLegSchema,
} from '@propsight/shared/contracts'
import { bookRules, findStatType } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { expectEngineAssessment, expectEngineForecasts } from './parlay-checks.ts'
import {
  clock,
  createParlayRequests,
  creditsOf,
  log,
  type ParlayFixture,
  parseParlays,
  readError,
  readSavedParlays,
  type SentPick,
  startParlayFixture,
} from './parlay-fixture.ts'

/** Start of a game that has begun. */
const TOO_LATE = '2026-07-18T02:10:00Z'

type GameLogs = Awaited<ReturnType<typeof collectGameLogs>>['records']
type FoundLegs = Awaited<ReturnType<typeof findLegs>>['legs']

let fixture: ParlayFixture
let api: TestApi
let picks: SentPick[]
beforeAll(async () => {
  fixture = await startParlayFixture()
  picks = fixture.picks
  api = await fixture.startApi()
}, 120_000)
afterAll(async () => {
  await api?.close()
  await fixture?.close()
})

const depsOfLeague = () => fakeDeps({ upstream: fixture.upstream, clock, log })

const requestParlays = createParlayRequests(() => ({ url: api.url, picks }))

/** The picks of legs, in the order of the legs. */
const sentPicks = (legs: FoundLegs): SentPick[] =>
  legs.flatMap(({ pick }) => picks.find(({ id }) => id === pick.id) ?? [])

const readSavedLegs = async (user: TestUser) =>
  z.array(trackLegSchema).parse((await user.client.from('track_legs').select('*')).data)

/** The game logs of the players of all legs, with their forecasts. */
async function readGameLogs(answer: GenerateParlayResponse): Promise<GameLogs> {
  const players = answer.parlays.flatMap(({ picks: legs }) =>
    legs.flatMap(({ pickId, statType }) => {
      const pick = picks.find(({ id }) => id === pickId)
      const group = findStatType(statType)?.group
      return pick && group ? [{ name: pick.name, team: pick.team, group }] : []
    }),
  )
  return (await collectGameLogs(depsOfLeague(), players)).records
}

/** The book's own board. */
const readBoard = async () => (await fixture.upstream.lines.board()).value.lines

describe('P8 POST /api/parlay/generate-parlay', () => {
  it.each([2, 3, 6, 8])(
    'recommends parlays of %i legs with the engine’s joint probabilities, saves them and charges one credit',
    async (size) => {
      const user = await api.createUser()
      const answer = await parseParlays(await requestParlays(user, { parlaySize: size }))
      expect(answer.parlays.map(({ rank }) => rank)).toEqual([1, 2, 3])
      expect(answer.wording).toBe('engine')
      expect(answer.parlays.map(({ madeFrom }) => madeFrom)).toEqual(Array(3).fill(picks.map(({ id }) => id)))
      const records = await readGameLogs(answer)
      const { legs } = await findLegs(depsOfLeague(), picks)
      for (const parlay of answer.parlays) {
        expect(parlay.picks).toHaveLength(size)
        expect(new Set(parlay.picks.map(({ personId }) => personId)).size).toBe(size)
        expect(new Set(parlay.picks.map(({ team }) => team)).size).toBeGreaterThan(1)
        expectEngineForecasts(parlay, records)
        expectEngineAssessment(parlay, legs)
        expect(parlay.insights.primary).toContain(`${parlay.overallConfidence.toFixed(1)}%`)
        expect(parlay.insights.trend).toMatch(/ of the last 10 (games|starts)/)
        const weakest = parlay.picks.at(-1)
        // The sentence and the leg show the same whole percent.
        expect(parlay.insights.risk).toContain(
          `${weakest?.playerName}, ${Math.round(weakest?.probability.value ?? 0)}% likely`,
        )
      }
      if (size > 6) {
        expect(answer.parlays[0]?.unpriced).toMatch(/^(no public payout for this|goblins and demons)/)
        const chances = answer.parlays.map(({ overallConfidence }) => overallConfidence)
        expect(chances).toEqual(chances.toSorted((a, b) => b - a))
      }
      // Saved as answered, with a forecast record for each leg, for one credit.
      expect((await readSavedParlays(user)).map(({ details }) => details)).toEqual(answer.parlays)
      const forecastRecords = await readSavedLegs(user)
      expect(forecastRecords).toHaveLength(3 * size)
      for (const parlay of answer.parlays)
        for (const [at, answeredLeg] of parlay.picks.entries())
          expect(
            forecastRecords.find(({ parlay_id, leg }) => parlay_id === parlay.id && leg === at + 1),
          ).toMatchObject({
            promised: Math.round(10 * answeredLeg.probability.value) / 10,
            promised_low: Math.round(10 * answeredLeg.probability.low) / 10,
            player_name: answeredLeg.playerName,
            line: answeredLeg.bettingLine,
            game_pk: answeredLeg.gamePk,
            status: 'pending',
          })
      expect(await creditsOf(user)).toBe(19)
    },
  )

  it('assesses chosen legs with the figures of the same recommended parlay, and charges and stores nothing', async () => {
    const user = await api.createUser()
    const [parlay] = (await parseParlays(await requestParlays(user, { parlaySize: 3 }))).parlays
    const chosen = picks.filter(({ id }) => parlay?.picks.some(({ pickId }) => pickId === id))
    const assess = (myPicks: readonly SentPick[]) =>
      fetch(`${api.url}/api/parlay/assess`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${user.token}` },
        body: JSON.stringify({ myPicks }),
      })
    const answer = assessParlayResponse.parse(await (await assess(chosen)).json())
    expect(parlay).toMatchObject({ ...answer.figures })
    expect([answer.refusal, answer.leftOut]).toEqual([null, []])
    const [first, second] = chosen
    if (!first || !second) throw new Error('no legs')
    const twice = await assess([first, { ...second, sport: 'NBA' }])
    expect(assessParlayResponse.parse(await twice.json())).toMatchObject({
      figures: null,
      refusal: 'Fewer than two of these picks can be legs now.',
      leftOut: [{ pickId: second.id, reason: 'The market is not of the NBA.' }],
    })
    expect((await assess([first])).status).toBe(400)
    expect([await creditsOf(user), (await readSavedParlays(user)).length]).toEqual([19, 3])
  })

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
    const { leftOut } = await parseParlays(await requestParlays(user, { myPicks: [...picks, ...bad] }))
    const reasons = new Map(leftOut.map(({ pickId, reason }) => [pickId, reason]))
    expect(bad.map(({ id }) => reasons.get(id))).toEqual([
      'The market is not of the NBA.',
      'The league lists no player of this name.',
      'The book takes More only on this line.',
      expect.stringMatching(/^(The game has begun\.|No probability: the line is on another game\.)$/),
      'The game log lacks this stat.',
      'The pick is on another player of this name.',
    ])
    expect(await creditsOf(user)).toBe(19)
    expect(
      await readError(await requestParlays(user, { parlaySize: 2, myPicks: [good, ...bad.slice(0, 2)] })),
    ).toEqual([
      422,
      'BAD_REQUEST',
      'A 2-leg parlay needs picks on 2 different players; 1 of yours can be a leg now. ' +
        'The market is not of the NBA. The league lists no player of this name. No credit was used.',
    ])
    expect(
      await readError(await requestParlays(user, { parlaySize: 5, myPicks: picks.slice(0, 3) })),
    ).toEqual([
      400,
      'BAD_REQUEST',
      'You need at least 5 picks to create a 5-leg parlay. You currently have 3 picks.',
    ])
    expect(await creditsOf(user)).toBe(19)
  })

  it('H04 refuses a pitcher with an opposing batter in any order, charges nothing, and uses them apart', async () => {
    const user = await api.createUser()
    const { legs } = await findLegs(depsOfLeague(), picks)
    const pitcher = legs.find(({ judged }) => judged.record.group === 'pitching')
    const ofGame = legs.filter(
      ({ leg, judged }) => leg.game === pitcher?.leg.game && judged.record.group === 'hitting',
    )
    const batter = ofGame.find(({ leg }) => leg.club !== pitcher?.leg.club)
    const other = legs.find(
      ({ leg, judged }) => leg.game !== pitcher?.leg.game && judged.record.group === 'hitting',
    )
    if (!pitcher || !batter || !other) throw new Error('the league has no such legs')
    for (const pair of [
      [pitcher, batter],
      [batter, pitcher],
    ])
      expect(
        await readError(await requestParlays(user, { parlaySize: 2, myPicks: sentPicks(pair) })),
      ).toEqual([
        422,
        'BAD_REQUEST',
        `PrizePicks takes no pitcher with an opposing batter: ${pitcher.pick.name} and ${batter.pick.name}. ` +
          'Save another pick. No credit was used.',
      ])
    expect(await creditsOf(user)).toBe(20)
    const three = sentPicks([pitcher, batter, other])
    const { parlays } = await parseParlays(await requestParlays(user, { parlaySize: 2, myPicks: three }))
    const pairs = parlays.map(({ picks: chosen }) => chosen.map(({ pickId }) => pickId).toSorted())
    expect(pairs).toHaveLength(2)
    expect(pairs).not.toContainEqual([pitcher.pick.id, batter.pick.id].toSorted())
    for (const { book, rulesOf } of parlays)
      expect({ book, rulesOf }).toEqual({ book: 'prizepicks', rulesOf: bookRules().readOn })
  })

  it('gives a parlay with a promotional line no value and no units, also when the pick does not say so', async () => {
    const user = await api.createUser()
    const promo = (await readBoard()).find((line) => line.promo)
    const [first] = picks
    if (!promo || !first) throw new Error('the league has no promotion')
    const { name, team, statType, line, oddsType, gameTime } = promo
    const pick = {
      ...first,
      id: 'pick_1784390600000_promox',
      name,
      team,
      statType,
      oddsType,
      gameTime,
      bettingLine: line,
    }
    const { legs } = await findLegs(depsOfLeague(), picks)
    const other = legs.find(
      ({ leg }) => leg.oddsType === 'standard' && leg.club !== team && leg.stat === 'Hits',
    )
    if (!other) throw new Error('the league has no standard line')
    const { parlays } = await parseParlays(
      await requestParlays(user, { parlaySize: 2, myPicks: [pick, ...sentPicks([other])] }),
    )
    expect(parlays).toHaveLength(1)
    expect(parlays[0]).toMatchObject({
      expectedValue: null,
      recommendedUnits: null,
      pays: null,
      breakEven: null,
      unpriced: 'promotional lines have no standard payout',
    })
    expect(parlays[0]?.picks.filter(({ promo }) => promo).map(({ pickId }) => pickId)).toEqual([pick.id])
  })
})
