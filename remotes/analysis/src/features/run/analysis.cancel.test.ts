import { createStore } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import { STEPS } from '../../config/run-steps.ts'
import { runKey, runsAtom } from '../../state/run.ts'
import { answeredLines, aRun, fakeServer } from '../../testing/fake-server.ts'
import { openShell } from '../../testing/open-shell.ts'
import { aBatter, aLine, end, start } from '../../testing/players.ts'
import { type AnalysisRequest, createAnalysis } from './analysis.ts'

const REQUEST: AnalysisRequest = {
  feature: 'quick',
  category: 'Hits',
  oddsType: 'All',
  topPicks: 2,
  window: 10,
}
const LINES = answeredLines(aLine({ name: 'Ana' }), aLine({ name: 'Bo' }))
const LOGS = [start(2), aBatter('Ana', [1]), aBatter('Bo', [1]), end(2)]
const never = () => new Promise(() => undefined)
async function* stuckAfterOne() {
  yield start(2)
  yield aBatter('Ana', [1])
  await never()
}
async function* stuckAtOnce() {
  yield start(2)
  await never()
}

function open(script: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer({ '/api/runs': [aRun], '/api/fetch-lines': [LINES], ...script })
  const store = createStore()
  const analysis = createAnalysis(openShell(server.api).shell, store, 'user')
  const state = () => store.get(runsAtom).get(runKey('quick', 'Hits'))
  /** Starts, and resolves once the run is at this step. */
  const until = async (step: string) => {
    void analysis.analyze(REQUEST)
    await expect.poll(() => state()?.step).toBe(step)
  }
  return { server, analysis, state, until }
}

beforeEach(() => sessionStorage.clear())

describe('a run cancelled by its user', () => {
  it.each([
    ['start', { '/api/runs': [never] }, 'No credit was used.'],
    [
      'lines',
      { '/api/fetch-lines': [never] },
      'It may have been charged, once. Analyze again within 30 minutes to continue this analysis.',
    ],
    [
      'logs',
      { '/api/game-logs': [stuckAtOnce] },
      '1 credit used, once. Analyze again within 30 minutes to continue this analysis.',
    ],
    [
      'half',
      { '/api/game-logs': [stuckAfterOne] },
      '1 credit used, once. Analyze again within 30 minutes to continue this analysis.',
    ],
  ])('C1: reports its cost when it is cancelled at the step %s', async (step, script, cost) => {
    const { analysis, state, until, server } = open(script)
    await until(step)
    expect(analysis.isRunning()).toBe(true)
    analysis.cancel()
    expect(state()).toMatchObject({ phase: 'failed', step: 'cancelled' })
    expect(STEPS[state()?.step ?? 'start']).toEqual({ percent: 0, label: 'Cancelled' })
    expect(state()?.failure).toMatchObject({ message: 'Analysis cancelled', code: 'CANCELLED', cost })
    expect(analysis.isRunning()).toBe(false)
    expect(server.calls.at(-1)?.request.signal?.aborted).toBe(true)
  })

  it('keeps the records received so far, and continues on retry', async () => {
    const { analysis, state, until, server } = open({ '/api/game-logs': [stuckAfterOne, LOGS] })
    await until('half')
    analysis.cancel()
    expect(state()?.records.size).toBe(1)
    await analysis.retry(REQUEST)
    expect(state()?.phase).toBe('complete')
    expect(server.callsTo('/api/runs')).toHaveLength(1)
  })

  it('is charged once when it is analyzed again', async () => {
    const { analysis, state, until, server } = open({
      '/api/fetch-lines': [never, LINES],
      '/api/game-logs': [LOGS],
    })
    await until('lines')
    analysis.cancel()
    await analysis.analyze(REQUEST)
    expect(state()?.phase).toBe('complete')
    expect(server.callsTo('/api/runs')).toHaveLength(1)
  })

  it('is unchanged by a cancel before it starts or after it completed', async () => {
    const { analysis, state } = open({ '/api/game-logs': [LOGS] })
    analysis.cancel()
    expect(state()).toBeUndefined()
    await analysis.analyze(REQUEST)
    analysis.cancel()
    expect(state()?.phase).toBe('complete')
  })
})
