import { createStore } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import { STEPS } from '../../config/run-steps.ts'
import { runKey, runsAtom } from '../../state/run.ts'
import { aHistory, anAnalysis, aRecommendation, noNews } from '../../testing/answers.ts'
import { answeredLines, apiError, aRun, fakeServer } from '../../testing/fake-server.ts'
import { openShell } from '../../testing/open-shell.ts'
import { aBatter, aLine, missing } from '../../testing/players.ts'
import { type AnalysisRequest, createAnalysis } from './analysis.ts'

const REQUEST: AnalysisRequest = { feature: 'ai', category: 'Hits', oddsType: 'All', topPicks: 2, window: 5 }
const KEY = runKey('ai', 'Hits')
const NAMES = ['Ana', 'Bo', 'Cy']
const LINES = answeredLines(...NAMES.map((name) => aLine({ name })), aLine({ name: 'A + B', combo: true }))
const HISTORY = aHistory(aBatter('Ana', [2, 2]), aBatter('Bo', [0, 1]), missing('Cy', 'unknown player'))
const ADVICE = anAnalysis({ recommendations: [aRecommendation({ id: 'line-Bo-1.5-standard' })] })
const LOST = 'Unable to connect to AI analysis server. Please check if the server is running.'

const PATHS = {
  runs: '/api/runs',
  lines: '/api/fetch-lines',
  news: '/api/news-sentiment',
  history: '/api/historical/mlb',
  advice: '/api/analyze-performance/mlb',
}
const GOOD = {
  [PATHS.runs]: [aRun],
  [PATHS.lines]: [LINES],
  [PATHS.news]: [noNews],
  [PATHS.history]: [HISTORY],
  [PATHS.advice]: [ADVICE],
}

function open(script: Parameters<typeof fakeServer>[0] = GOOD) {
  const server = fakeServer(script)
  const store = createStore()
  const analysis = createAnalysis(openShell(server.api).shell, store, 'user')
  const seen: [number, string][] = []
  store.sub(runsAtom, () => {
    const { percent, label } = STEPS[store.get(runsAtom).get(KEY)?.step ?? 'start']
    if (seen.at(-1)?.[0] !== percent || seen.at(-1)?.[1] !== label) seen.push([percent, label])
  })
  return { server, store, analysis, seen, state: () => store.get(runsAtom).get(KEY) }
}
type Page = ReturnType<typeof open>

const keysOf = ({ server }: Page) =>
  server.callsTo(PATHS.runs).map(({ request }) => (request.body as { idempotencyKey: string }).idempotencyKey)

beforeEach(() => sessionStorage.clear())

describe('AI mode', () => {
  it('N4: requests news, then logs, then the analysis, all on one run', async () => {
    const { analysis, server, state } = open()
    await analysis.analyze(REQUEST)
    expect(server.calls.map(({ path }) => path)).toEqual(Object.values(PATHS))
    expect(server.calls[0]?.request.body).toMatchObject({ feature: 'ai', category: 'Hits' })
    const runId = state()?.runId
    expect(runId).toMatch(/^[0-9a-f-]{36}$/)
    expect(server.callsTo(PATHS.lines)[0]?.request.query?.runId).toBe(runId)
    const bodies = [PATHS.news, PATHS.history, PATHS.advice].map(
      (path) => server.callsTo(path)[0]?.request.body,
    )
    expect(bodies).toEqual([
      { runId, players: NAMES.map((name) => ({ name, team: 'SEA' })) },
      { runId, players: NAMES.map((name) => ({ name, team: 'SEA', group: 'hitting' })) },
      { runId, extractedStats: LINES.players, numPlayers: 2, mlbWindow: 5 },
    ])
    expect(state()).toMatchObject({ phase: 'complete', newsRead: true, advice: ADVICE.data.analysis })
    expect([...(state()?.records.keys() ?? [])]).toEqual(NAMES.map((name) => `hitting|SEA|${name}`))
  })

  it('N6: reports 0, 25, 40, 60, 80, 90 and 100 percent, each with its label', async () => {
    const { analysis, seen } = open()
    await analysis.analyze(REQUEST)
    expect(seen).toEqual([
      [0, 'Starting'],
      [25, 'Fetching lines'],
      [40, 'Reading the news'],
      [60, 'Reading game logs'],
      [80, 'Writing the analysis'],
      [90, 'Ranking players'],
      [100, 'Complete!'],
    ])
  })

  it.each([
    [1, 5],
    [2, 6],
    [10, 30],
  ] as const)('N8: with %d top picks requests max(5, 3 × top picks) = %d lines', async (topPicks, limit) => {
    const { analysis, server } = open()
    await analysis.analyze({ ...REQUEST, topPicks })
    expect(server.callsTo(PATHS.lines)[0]?.request.query?.limit).toBe(limit)
    expect(server.callsTo(PATHS.advice)[0]?.request.body).toMatchObject({ numPlayers: topPicks })
  })

  it.each([
    ['an error', apiError('away', 503, 'UPSTREAM_UNAVAILABLE')],
    ['no connection', apiError(LOST, 0, 'CONNECTION_ERROR')],
    ['another shape', { success: false }],
    ['null', null],
  ])('N4: continues without news when the news request returns %s', async (_what, answer) => {
    const { analysis, state } = open({ ...GOOD, [PATHS.news]: [answer] })
    await analysis.analyze(REQUEST)
    expect(state()).toMatchObject({ phase: 'complete', newsRead: false })
  })

  it.each([
    ['another shape', { success: false }],
    ['no players', aHistory()],
    ['no known player', aHistory(missing('Ana', 'upstream failed'))],
  ])(
    'N4: fails with Failed to retrieve historical player data when the logs request returns %s',
    async (_what, answer) => {
      const { analysis, state, server } = open({ ...GOOD, [PATHS.history]: [answer] })
      await analysis.analyze(REQUEST)
      expect(state()?.failure?.message).toBe('Failed to retrieve historical player data')
      expect(state()).toMatchObject({ phase: 'failed', step: 'failed', advice: null })
      expect(server.callsTo(PATHS.advice)).toHaveLength(0)
    },
  )

  it('N4: fails with Failed to generate AI analysis on an invalid analysis, and keeps the logs in view', async () => {
    const { analysis, state } = open({ ...GOOD, [PATHS.advice]: [{ success: true, data: {} }, ADVICE] })
    await analysis.analyze(REQUEST)
    expect(state()?.failure).toMatchObject({
      message: 'Failed to generate AI analysis',
      cost: 'This analysis is paid for. Retry continues the same analysis. It is never charged twice.',
    })
    expect(state()?.records.size).toBe(3)
    await analysis.retry(REQUEST)
    expect(state()?.phase).toBe('complete')
  })

  it.each([
    ['a server error', apiError('Slow down', 429, 'RATE_LIMITED', 'r1'), 'Slow down', 429],
    ['a lost connection', apiError(LOST, 0, 'CONNECTION_ERROR'), LOST, 0],
    ['an error without a message', new Error(''), 'An unexpected error occurred during analysis', 0],
  ])('N7: shows the specified message after %s', async (_what, error, message, status) => {
    const { analysis, state } = open({ ...GOOD, [PATHS.advice]: [error] })
    await analysis.analyze(REQUEST)
    expect(state()?.failure).toMatchObject({ message, status })
  })

  it('asks an API that knows no books again without them', async () => {
    localStorage.setItem('propsight:scanner', JSON.stringify({ books: ['quill'] }))
    const refused = apiError('books: unknown', 400, 'BAD_REQUEST')
    const { analysis, server, state } = open({ ...GOOD, [PATHS.advice]: [refused, ADVICE] })
    await analysis.analyze(REQUEST)
    localStorage.clear()
    const asked = server.callsTo(PATHS.advice).map(({ request }) => request.body as { books?: string[] })
    expect(asked.map(({ books }) => books)).toEqual([['quill'], undefined])
    expect(state()).toMatchObject({ phase: 'complete', advice: { books: null } })
  })

  it('N7: continues the same run on a retry after the analysis failed', async () => {
    const page = open({ ...GOOD, [PATHS.advice]: [apiError('model away', 503, 'INTERNAL'), ADVICE] })
    await page.analysis.analyze(REQUEST)
    await page.analysis.retry(REQUEST)
    expect(page.state()?.phase).toBe('complete')
    expect(keysOf(page)).toHaveLength(1)
  })

  it('N7: starts a new run on a retry when the server released the hold before the charge', async () => {
    const over = apiError('This analysis has ended', 403, 'RUN_REQUIRED')
    const failed = apiError('PrizePicks did not answer', 503, 'UPSTREAM_UNAVAILABLE')
    const page = open({ ...GOOD, [PATHS.lines]: [failed, over, LINES] })
    await page.analysis.analyze(REQUEST)
    expect(page.state()?.failure?.message).toBe('PrizePicks did not answer')
    await page.analysis.retry(REQUEST)
    expect(page.state()?.phase).toBe('complete')
    expect(new Set(keysOf(page)).size).toBe(2)
  })

  it('asks for confirmation before it restarts a run that may have been charged', async () => {
    const over = apiError('This analysis has ended', 403, 'RUN_REQUIRED')
    const page = open({
      ...GOOD,
      [PATHS.lines]: [LINES, over],
      [PATHS.advice]: [apiError('Failed to generate AI analysis', 500, 'INTERNAL')],
    })
    await page.analysis.analyze(REQUEST)
    await page.analysis.retry(REQUEST)
    expect(page.state()?.failure?.cost).toBe(
      'This analysis has ended. Trying again starts a new one for 1 credit.',
    )
    expect(keysOf(page)).toHaveLength(1)
  })

  it('C1: repeats the same requests on the same run after a reload', async () => {
    const page = open()
    await page.analysis.analyze(REQUEST)
    const store = createStore()
    const again = createAnalysis(openShell(page.server.api).shell, store, 'user')
    again.restore(REQUEST, true)
    await expect.poll(() => store.get(runsAtom).get(KEY)?.phase).toBe('complete')
    expect(page.server.callsTo(PATHS.advice).map(({ request }) => request.body)).toEqual([
      expect.objectContaining({ numPlayers: 2, mlbWindow: 5 }),
      expect.objectContaining({ numPlayers: 2, mlbWindow: 5 }),
    ])
    expect(keysOf(page)).toHaveLength(1)
  })

  it('keeps the board of quick mode separate from its own', async () => {
    const { analysis, store } = open({ ...GOOD, '/api/game-logs': [[]] })
    await analysis.analyze({ ...REQUEST, feature: 'quick' })
    await analysis.analyze(REQUEST)
    expect([...store.get(runsAtom).keys()]).toEqual(['quick|Hits', 'ai|Hits'])
  })

  it('N6: ends with No lines found, without further requests, when there are no lines', async () => {
    const { analysis, seen, server } = open({ ...GOOD, [PATHS.lines]: [answeredLines()] })
    await analysis.analyze(REQUEST)
    expect(seen.at(-1)).toEqual([100, 'No lines found'])
    expect(server.callsTo(PATHS.news)).toHaveLength(0)
  })
})
