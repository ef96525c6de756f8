import { randomUUID } from 'node:crypto'
import { type GenerateParlayBody, generateParlayBody, type PastParlayRow } from '@propsight/shared/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DatabaseRefusal, unavailable } from '../platform/errors.ts'
import type { Deps } from '../server/build-deps.ts'
import { scriptRun } from '../testing/script-run.ts'
import { TEST_USER, testEnv } from '../testing/test-env.ts'
import { bearer, post, repositories, withApp } from '../testing/with-app.ts'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const FAILED = 'Failed to generate parlays. Please try again.'

const pick: GenerateParlayBody['myPicks'][number] = {
  id: 'pick_1784390400000_abc123',
  name: 'Bo Bat',
  sport: 'MLB',
  confidence: '63%',
  projectedStatLine: '',
  bettingLine: 1.5,
  recommendation: 'OVER',
  statType: 'Total Bases',
  team: 'NYY',
  oddsType: 'standard',
  personId: null,
  gameTime: null,
  injuryImpact: null,
  defensiveAnalysis: null,
  recentForm: null,
}
const other = { ...pick, id: 'pick_1784390400001_abc124', name: 'Al Arm' }
const body = (changes: object = {}) => ({
  idempotencyKey: randomUUID(),
  parlaySize: 2,
  myPicks: [pick, other],
  ...changes,
})

/** Saved parlays of an idempotency key, as the database stores them. */
const savedRow = (): PastParlayRow => {
  const leg = {
    pickId: pick.id,
    playerName: 'Bo Bat',
    team: 'NYY',
    sport: 'MLB',
    statType: 'Total Bases',
    bettingLine: 1.5,
    bettingRecommendation: 'OVER' as const,
    oddsType: 'standard' as const,
    projectedStatLine: '1.9 Total Bases, expected',
    projectedValue: 1.9,
    personId: 1,
    gamePk: 77,
    leagueDay: '2026-07-15',
    opponent: 'BOS',
    homeAway: 'HOME' as const,
    probability: { value: 63, low: 57, high: 69 },
  }
  const details = {
    id: randomUUID(),
    rank: 1,
    createdAt: '2026-07-15T16:00:00Z',
    parlaySize: 2,
    overallConfidence: 39.7,
    interval: { low: 32.5, high: 47.6 },
    independent: 39.7,
    pays: 3,
    breakEven: 33.3,
    unpriced: null,
    expectedValue: { value: 19.1, low: -2.5, high: 42.8 },
    recommendedUnits: 0,
    words: 'no edge shown',
    picks: [leg, { ...leg, pickId: other.id, playerName: 'Al Arm' }],
    insights: { primary: 'Strong.', trend: 'Up.', risk: 'Some.' },
    engine: 'engine-1',
    wording: 'model' as const,
  }
  return {
    id: details.id,
    created_at: details.createdAt,
    parlay_size: 2,
    overall_confidence: 39.7,
    expected_value: 19.1,
    recommended_units: 0,
    details,
    outcome: 'pending',
    paid: null,
    settled_at: null,
  }
}

interface Ledger {
  holds: number
  released: string[]
  paid: PastParlayRow[]
}

/** Repositories that count calls. The league is unavailable, so no generation succeeds. */
function parts(
  ledger: Ledger,
  changes: { credits?: number; releaseFails?: boolean; releaseLost?: boolean; holdLost?: boolean } = {},
): Partial<Deps> {
  const idle = repositories({}).repositories
  if (!idle) throw new Error('no repositories')
  return repositories({
    runs: {
      ...idle.runs,
      start: async (run) => {
        if (changes.credits === 0) throw new DatabaseRefusal(402, 'No credits remaining')
        expect(run).toMatchObject({ userId: TEST_USER, feature: 'parlay', category: 'Parlay', cost: 1 })
        ledger.holds += 1
        if (changes.holdLost) throw unavailable('The data service')
        const parlayRun = scriptRun(RUN, 'held', { feature: 'parlay', category: 'Parlay' }).run
        return { ...parlayRun, state: 'held' }
      },
      release: async (_, reason) => {
        if (changes.releaseFails) return false
        if (changes.releaseLost) throw unavailable('The data service')
        ledger.released.push(reason)
        return true
      },
    },
    parlays: { ...idle.parlays, ofKey: async () => ledger.paid },
  })
}
const fresh = (): Ledger => ({ holds: 0, released: [], paid: [] })

const readError = async (response: Response) => {
  const { message, code } = (await response.json()) as { message: string; code: string }
  return [response.status, code, message]
}
const path = '/api/parlay/generate-parlay'

describe('P8 POST /api/parlay/generate-parlay', () => {
  it('requires an account, then credits, then enough picks, with the specified messages', async () => {
    const ledger = fresh()
    await withApp(parts(ledger, { credits: 0 }), async (url) => {
      expect(await readError(await post(url + path, body()))).toEqual([
        401,
        'UNAUTHORIZED',
        'Please log in to use the parlay feature.',
      ])
      const few = body({ parlaySize: 3 })
      expect(await readError(await post(url + path, few, await bearer()))).toEqual([
        402,
        'NO_CREDITS',
        'No credits remaining',
      ])
    })
    await withApp(parts(ledger), async (url) => {
      for (const [parlaySize, myPicks] of [
        [3, [pick, other]],
        [2, [pick]],
        [2, []],
      ] as const) {
        expect(
          await readError(await post(url + path, body({ parlaySize, myPicks }), await bearer())),
        ).toEqual([
          400,
          'BAD_REQUEST',
          `You need at least ${parlaySize} picks to create a ${parlaySize}-leg parlay. You currently have ${myPicks.length} picks.`,
        ])
      }
    })
    expect([ledger.holds, ledger.released.length]).toEqual([3, 3])
  })

  it('releases the credit with the specified message when the generation fails', async () => {
    const ledger = fresh()
    await withApp(parts(ledger), async (url) => {
      const [status, , message] = await readError(await post(url + path, body(), await bearer()))
      expect(status).toBeGreaterThanOrEqual(500)
      expect(message).toBe(FAILED)
    })
    expect(ledger).toMatchObject({ holds: 1, released: ['no parlays'] })
  })

  it('returns the saved parlays of an idempotency key without a new hold', async () => {
    const ledger = { ...fresh(), paid: [savedRow()] }
    await withApp(parts(ledger, { credits: 0 }), async (url) => {
      const response = await post(url + path, body(), await bearer())
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({
        success: true,
        parlays: [ledger.paid[0]?.details],
        leftOut: [],
        wording: 'model',
      })
    })
    expect(ledger.holds).toBe(0)
  })

  it('returns parlays whose save response was lost, when the hold turns out to be charged', async () => {
    const ledger = fresh()
    const deps = parts(ledger, { releaseFails: true })
    const parlays = deps.repositories?.parlays
    if (!parlays) throw new Error('no parlays')
    let reads = 0
    parlays.ofKey = async () => {
      reads += 1
      return reads === 1 ? [] : [savedRow()]
    }
    await withApp(deps, async (url) => {
      expect((await post(url + path, body(), await bearer())).status).toBe(200)
    })
    expect([ledger.holds, reads]).toEqual([1, 2])
  })

  it.each([
    ['the release of the hold', { releaseLost: true }],
    ['the hold', { holdLost: true }],
  ])('does not claim that nothing was charged when the answer to %s was lost', async (_, changes) => {
    const ledger = fresh()
    await withApp(parts(ledger, changes), async (url) => {
      expect(await readError(await post(url + path, body(), await bearer()))).toEqual([
        503,
        'OUTCOME_UNKNOWN',
        FAILED,
      ])
    })
    expect(ledger).toMatchObject({ holds: 1, released: [] })
  })

  it('allows ten calls a minute per user', async () => {
    await withApp({ ...parts(fresh(), { credits: 0 }), env: testEnv({ RATE_LIMITS: 'on' }) }, async (url) => {
      const headers = await bearer()
      const statuses: number[] = []
      for (let call = 0; call < 11; call += 1) statuses.push((await post(url + path, body(), headers)).status)
      expect(statuses).toEqual([...Array(10).fill(402), 429])
    })
  })

  it('refuses every body that violates the contract, without a hold', async () => {
    const ledger = fresh()
    const broken = fc.oneof(
      fc.jsonValue(),
      fc.record({ idempotencyKey: fc.uuid(), parlaySize: fc.jsonValue(), myPicks: fc.jsonValue() }),
      fc.constantFrom<unknown>(
        body({ parlaySize: 1 }),
        body({ parlaySize: 11 }),
        body({ parlaySize: 2.5 }),
        body({ idempotencyKey: 'mine' }),
        body({ more: true }),
        body({ myPicks: [{ ...pick, id: 'pick_x' }] }),
        body({ myPicks: [{ ...pick, bettingLine: -1 }] }),
        body({ myPicks: [{ ...pick, recommendation: 'over' }] }),
        body({ myPicks: Array(501).fill(pick) }),
        body({ myPicks: [{ ...pick, name: 'a\u0000b' }] }),
      ),
    )
    await withApp(parts(ledger, { credits: 0 }), async (url) => {
      const headers = await bearer()
      await fc.assert(
        fc.asyncProperty(broken, async (value) => {
          const text = JSON.stringify(value)
          const good = generateParlayBody.safeParse(JSON.parse(text)).success && !text.includes('\\u0000')
          const response = await post(url + path, text, headers)
          expect(response.status).toBe(good ? 402 : 400)
          expect(await response.json()).toMatchObject({
            error: expect.any(String),
            requestId: expect.any(String),
          })
        }),
        { numRuns: 150 },
      )
    })
    expect(ledger.holds).toBe(0)
  })
})

describe('P4 POST /api/sync-picks', () => {
  const id = (at: number) => `pick_1795350151805_${String(at).padStart(6, '0')}`
  const sync = async (body: string, test: (answer: Response) => Promise<void>) => {
    await withApp({}, async (url) => {
      await test(await post(`${url}/api/sync-picks`, body, await bearer()))
    })
  }
  const picksOf = (count: number, games: number) =>
    `{"picks":[${Array.from({ length: count }, (_, at) => `{"id":"${id(at)}","games":[${Array(games).fill('{}').join()}]}`).join()}]}`

  it.each([
    ['a thousand picks with two thousand empty games each', picksOf(1_000, 2_000), 413],
    ['a thousand picks with six hundred empty games each', picksOf(1_000, 600), 413],
    ['picks with too many games each', picksOf(1_000, 26), 400],
    ['more than a thousand picks', picksOf(1_001, 0), 400],
    ['two million numbers', `{"picks":[${Array(2_000_000).fill('1').join()}]}`, 413],
    [
      'objects of unknown names',
      `{"picks":[{${Array.from({ length: 2_000 }, (_, at) => `"k${at}":{}`).join()}}]}`,
      413,
    ],
  ])('refuses %s without looking at them', async (_what, body, status) => {
    await sync(body, async (answer) => {
      expect(answer.status).toBe(status)
      expect((await answer.text()).length).toBeLessThan(1_000)
    })
  })
})
