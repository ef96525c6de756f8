import { createStore } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import { STEPS } from '../../config/run-steps.ts'
import { runKey, runsAtom } from '../../state/run.ts'
import { answeredLines, apiError, aRun, fakeServer } from '../../testing/fake-server.ts'
import { openShell } from '../../testing/open-shell.ts'
import { aBatter, aLine, end, start } from '../../testing/players.ts'
import { createAnalysis } from './analysis.ts'
import { toFailure } from './failure.ts'

const NAMES = ['Ana', 'Bo', 'Cy', 'Di']
const LINES = answeredLines(...NAMES.map((name) => aLine({ name })))
const LOGS = [start(4), ...NAMES.map((name) => aBatter(name, [1, 2])), end(4)]

const REQUEST = { feature: 'quick', category: 'Hits', oddsType: 'All', topPicks: 2, window: 10 } as const
const KEY = runKey('quick', 'Hits')

function analysisOf(script: Parameters<typeof fakeServer>[0]) {
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

beforeEach(() => sessionStorage.clear())

describe('a quick run', () => {
  it('N6: reports 0, 25, 40, 60, 80, 90 and 100 percent', async () => {
    const { analysis, seen } = analysisOf({
      '/api/runs': [aRun],
      '/api/fetch-lines': [LINES],
      '/api/game-logs': [LOGS],
    })
    await analysis.analyze(REQUEST)
    expect(seen.map(([percent]) => percent)).toEqual([0, 25, 40, 60, 80, 90, 100])
    expect(seen.at(-1)).toEqual([100, 'Complete!'])
  })

  it('N6: ends with Failed at 0 percent when the run cannot be started', async () => {
    const { analysis, seen } = analysisOf({ '/api/runs': [apiError('no', 500, 'INTERNAL')] })
    await analysis.analyze(REQUEST)
    expect(seen.at(-1)).toEqual([0, 'Failed'])
  })

  it('N6: ends with No lines found at 100 percent when there are no lines', async () => {
    const { analysis, seen } = analysisOf({ '/api/runs': [aRun], '/api/fetch-lines': [answeredLines()] })
    await analysis.analyze(REQUEST)
    expect(seen.at(-1)).toEqual([100, 'No lines found'])
  })

  it('requests no logs when no line needs one', async () => {
    const combos = answeredLines(aLine({ name: 'Ana + Bo', combo: true }))
    const { analysis, server, state } = analysisOf({ '/api/runs': [aRun], '/api/fetch-lines': [combos] })
    await analysis.analyze(REQUEST)
    expect(state()?.phase).toBe('complete')
    expect(server.callsTo('/api/game-logs')).toHaveLength(0)
  })

  it('requests each player once per group', async () => {
    const lines = answeredLines(
      aLine({ name: 'Ana' }),
      aLine({ name: 'Ana', line: 0.5, statType: 'Total Bases' }),
      aLine({ name: 'Ana', statType: 'Pitcher Strikeouts' }),
      aLine({ name: 'Ana', team: 'NYY' }),
    )
    const { analysis, server } = analysisOf({
      '/api/runs': [aRun],
      '/api/fetch-lines': [lines],
      '/api/game-logs': [[end(0)]],
    })
    await analysis.analyze(REQUEST)
    expect(server.callsTo('/api/game-logs')[0]?.request.body).toMatchObject({
      players: [
        { name: 'Ana', team: 'SEA', group: 'hitting' },
        { name: 'Ana', team: 'SEA', group: 'pitching' },
        { name: 'Ana', team: 'NYY', group: 'hitting' },
      ],
    })
  })
})

describe('the message of a failed run', () => {
  it('N7: is No previous request to retry when nothing was requested', async () => {
    const { analysis, state } = analysisOf({})
    await analysis.retry(REQUEST)
    expect(state()?.failure?.message).toBe('No previous request to retry')
  })

  it.each([
    ['a server error', apiError('Slow down', 429, 'RATE_LIMITED', 'r1'), 'Slow down', 'RATE_LIMITED'],
    [
      'a failed charge',
      apiError('ledger away', 502, 'CHARGE_FAILED'),
      'Failed to use credit: ledger away',
      'CHARGE_FAILED',
    ],
    ['an internal error', new Error('odd'), 'odd', 'UNKNOWN_ERROR'],
    ['an undefined error', undefined, 'An unexpected error occurred during analysis', 'UNKNOWN_ERROR'],
  ])('N7: has the specified text after %s', (_what, error, message, code) => {
    expect(toFailure(error, 'cost')).toMatchObject({ message, code, cost: 'cost' })
  })
})
