import {
  coversOf,
  createAi,
  createLog,
  createUpstream,
  type FakeAiProvider,
  fakeDeps,
  fetchLines,
  type ScriptedRun,
  scriptRun,
  serveApp,
  signToken,
  startFakeAiProvider,
  testEnv,
  type Upstream,
} from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import {
  type AnalyzePerformanceResponse,
  analyzePerformanceResponse,
  fetchLinesQuery,
  type Line,
} from '@propsight/shared/contracts'
import { legBreakEven, parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const clock = parseLeagueClock('frozen:2026-07-18T16:00:00Z')
const pacing = { subBatch: 6, batch: 16, subBatchPauseMs: 0, batchPauseMs: 0 }
const NOBODY = { name: 'Nobody Atall', team: '', group: 'hitting' }
const FAILURE = 'Failed to generate AI analysis'

let league: Awaited<ReturnType<typeof startTestLeague>>
let upstream: Upstream
let lines: Line[]
let token: string
beforeAll(async () => {
  league = await startTestLeague({ clock })
  const { url } = league
  const log = createLog('silent')
  upstream = createUpstream({ statsUrl: url, linesUrl: url, weatherUrl: url, redis: null, log, pacing })
  const query = fetchLinesQuery.parse({ category: 'Hits', limit: '30' })
  lines = (await fetchLines({ upstream, clock, log }, query, 30)).players
  token = await signToken()
})
afterAll(async () => {
  await upstream.close()
  await league.close()
})

let provider: FakeAiProvider
let app: Awaited<ReturnType<typeof serveApp>>
let script: ScriptedRun
let isLeagueFailing: boolean
beforeEach(async () => {
  const covers = coversOf(...lines.map((line) => ({ ...line, group: 'hitting' })), NOBODY)
  script = scriptRun(RUN, 'captured', { feature: 'ai', covers })
  isLeagueFailing = false
  provider = await startFakeAiProvider()
  const env = testEnv({
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: provider.url,
    AI_MODEL: 'peer-1',
    AI_TIMEOUT_MS: '1000',
  })
  const idle = fakeDeps().repositories
  const failingStats = new Proxy(upstream.stats, {
    get: (stats, name, receiver) =>
      isLeagueFailing && name === 'players'
        ? async () => Promise.reject(new Error('the league fails'))
        : Reflect.get(stats, name, receiver),
  })
  app = await serveApp(
    fakeDeps({
      env,
      clock,
      upstream: { ...upstream, stats: failingStats },
      ai: await createAi(env, createLog('silent')),
      repositories: {
        ...idle,
        runs: script.runs,
      },
    }),
  )
})
afterEach(async () => {
  await app.close()
  await provider.close()
})

const requestAnalysis = (changes: object = {}, sport = 'mlb', signal?: AbortSignal) =>
  fetch(`${app.url}/api/analyze-performance/${sport}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ runId: RUN, extractedStats: lines, numPlayers: 3, mlbWindow: 10, ...changes }),
    ...(signal ? { signal } : {}),
  })
async function analysisOf(response: Response): Promise<AnalyzePerformanceResponse['data']['analysis']> {
  expect(response.status).toBe(200)
  return analyzePerformanceResponse.parse(await response.json()).data.analysis
}
const readError = async (response: Response) => {
  const { message, code } = (await response.json()) as { message: string; code: string }
  return [response.status, code, message]
}
/** The sentences of the engine in a request to the model, by id. */
const sentencesIn = (body: string): Record<string, string> => {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] }
  return (JSON.parse(messages[1]?.content ?? '') as { sentences: Record<string, string> }).sentences
}

describe('N4 POST /api/analyze-performance/{sport}', () => {
  it('recommends at no further cost, and repeats the answer on reload without asking the model again', async () => {
    const ids = ['venue', 'He hit 57 home runs in 1998.', 'record']
    provider.answer(() => ({ says: JSON.stringify({ ids }) }))
    const first = await analysisOf(await requestAnalysis({}, 'MLB'))
    expect(first.recommendations).toHaveLength(3)
    expect(first.wording).toEqual({ by: 'model', model: 'peer-1', dropped: 3 })
    expect(provider.asked).toHaveLength(3)
    const offered = provider.asked.map(({ body }) => sentencesIn(body))
    for (const { player, confidence, reasoning, words } of first.recommendations) {
      expect(reasoning).toMatch(new RegExp(`^${player.name} is ${confidence}% likely to go `))
      const endings = offered.map(({ venue, record }) => `. ${venue} ${record}`)
      expect(endings.some((ending) => reasoning.endsWith(ending))).toBe(true)
      expect(words).toBe('model')
    }
    expect(await analysisOf(await requestAnalysis())).toEqual(first)
    expect(provider.asked).toHaveLength(3)
    expect(script.ledger).toEqual([])
  })
  it('ignores historical and weather data in the body', async () => {
    provider.answer(() => ({ status: 500 }))
    const plain = await analysisOf(await requestAnalysis())
    const invented = { historicalData: { players: [{ hits: 99 }] }, weatherData: { temperature: 120 } }
    const same = await analysisOf(await requestAnalysis(invented))
    expect(same).toEqual(plain)
    expect(plain.wording).toEqual({ by: 'engine', model: null, dropped: 0 })
    expect(plain.recommendations.every(({ words }) => words === 'engine')).toBe(true)
  })
  it('reports hit rates of the chosen window', async () => {
    const five = await analysisOf(await requestAnalysis({ mlbWindow: 5 }))
    expect(five.recommendations[0]?.reasoning).toMatch(/\d of the last 5 games/)
  })
  it('gives reasons when nothing is recommended, and the run stays paid', async () => {
    const unknown = lines.slice(0, 2).map((line) => ({ ...line, ...NOBODY }))
    const { recommendations, passedOver } = await analysisOf(
      await requestAnalysis({ extractedStats: unknown }),
    )
    expect(recommendations).toEqual([])
    expect(passedOver.map(({ reason }) => reason)).toEqual(
      Array(2).fill('The league lists no player of this name.'),
    )
    expect(script.state).toBe('captured')
  })
  it('recommends no side below its break-even, and the run stays paid when no line reaches one', async () => {
    const { recommendations, passedOver } = await analysisOf(await requestAnalysis({ numPlayers: 10 }))
    expect(recommendations.length).toBeGreaterThan(0)
    const oddsTypeOf = (id: string) => lines.find((line) => line.id === id)?.oddsType ?? 'demon'
    for (const { id, confidence, push } of recommendations) {
      // Answers are rounded to whole percent.
      const even = 100 * (legBreakEven({ oddsType: oddsTypeOf(id) }, push / 100) ?? Number.NaN)
      expect(confidence).toBeGreaterThanOrEqual(even - 1)
    }
    const below = passedOver.filter(({ reason }) => /below its break-even|public payout/.test(reason))
    expect(below.length).toBeGreaterThan(0)
    const isBelow = new Set(below.map(({ id }) => id))
    const none = await analysisOf(
      await requestAnalysis({ extractedStats: lines.filter(({ id }) => isBelow.has(id)) }),
    )
    expect(none.recommendations).toEqual([])
    expect(none.passedOver).toHaveLength(below.length)
    expect([script.state, script.ledger]).toEqual(['captured', []])
  })
  it('answers the specified error when the league fails, and succeeds on the next call of the same run', async () => {
    isLeagueFailing = true
    expect(await readError(await requestAnalysis())).toEqual([500, 'INTERNAL', FAILURE])
    isLeagueFailing = false
    expect((await analysisOf(await requestAnalysis())).recommendations).toHaveLength(3)
  })
  it('answers the retry of a disconnected client', async () => {
    provider.answer(() => 'hang')
    const disconnect = new AbortController()
    const disconnected = requestAnalysis({}, 'mlb', disconnect.signal)
    await expect.poll(() => provider.asked.length).toBe(3)
    disconnect.abort()
    await expect(disconnected).rejects.toThrow()
    expect((await analysisOf(await requestAnalysis())).wording.by).toBe('engine')
    expect(provider.asked.length).toBeLessThanOrEqual(4)
  })
  it('requires the stat of the run, and accepts every stat in a run of All Stat Lines', async () => {
    script.run = { ...script.run, category: 'Total Bases' }
    expect(await readError(await requestAnalysis())).toEqual([
      403,
      'RUN_REQUIRED',
      'This analysis was started for Total Bases.',
    ])
    script.run = { ...script.run, category: 'All Stat Lines' }
    expect((await requestAnalysis()).status).toBe(200)
  })
  it('C2: refuses a held run, a released run and a player outside of the run', async () => {
    const [first] = lines
    const outside = await requestAnalysis({ extractedStats: [first, { ...first, name: 'Ada Lo' }] })
    expect((await readError(outside)).slice(0, 2)).toEqual([403, 'OUTSIDE_RUN'])
    for (const state of ['held', 'released'] as const) {
      script.state = state
      expect((await readError(await requestAnalysis())).slice(0, 2)).toEqual([403, 'RUN_REQUIRED'])
    }
    expect(script.ledger).toEqual([])
  })
  it('answers 404 for a sport that is not open and 400 for an invalid body', async () => {
    expect(await readError(await requestAnalysis({}, 'nba'))).toEqual([
      404,
      'NOT_FOUND',
      'NBA is not open yet: only MLB can be analyzed.',
    ])
    for (const changes of [
      { numPlayers: 11 },
      { numPlayers: 0 },
      { extractedStats: [] },
      { mlbWindow: 26 },
      { x: 1 },
    ]) {
      expect((await requestAnalysis(changes)).status).toBe(400)
    }
    expect(script.ledger).toEqual([])
  })
})
