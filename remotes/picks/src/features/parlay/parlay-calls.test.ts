import { refuse } from '@propsight/harness'
import { generateParlayBody } from '@propsight/shared/contracts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { failure, lost, never, openFlow, rows } from '../../testing/open-parlay-flow.ts'
import { anAnswer, aPickRow } from '../../testing/parlay-fixtures.ts'
import { CANCEL_TEXTS } from './parlay-calls.ts'
import { COST_TEXTS } from './parlay-failure.ts'
import { PARLAY_CALL_KEY } from './parlay-state.ts'

beforeEach(() => sessionStorage.clear())

describe('P8: a parlay request, charged one credit', () => {
  it('sends size and picks by the contract, lists the parlays, and refreshes the credits', async () => {
    const { flow, calls, shell } = openFlow(({ spend }) => {
      spend(1)
      return anAnswer()
    })
    const steps: string[] = []
    flow.subscribe(() => {
      const state = flow.get()
      steps.push(state.phase === 'running' ? state.step : state.phase)
    })
    await flow.start({ size: 3, rows, open: 3 })
    const body = generateParlayBody.parse(calls[0]?.body)
    expect(body.parlaySize).toBe(3)
    expect(body.myPicks[0]).toMatchObject({
      name: 'Dax Holloway',
      sport: 'MLB',
      confidence: 63,
      projectedStatLine: '2.1 Total Bases',
      bettingLine: 1.5,
      recommendation: 'OVER',
      injuryImpact: null,
      defensiveAnalysis: null,
      recentForm: null,
    })
    expect(steps).toEqual(['checking', 'generating', 'reading', 'listed'])
    expect(shell.credits.get()).toBe(19)
    expect(sessionStorage.getItem(PARLAY_CALL_KEY)).toBeNull()
  })

  it('includes the weather of a pick that has one', async () => {
    const weather = {
      temperature: 81,
      windSpeed: 12,
      humidity: 40,
      conditions: 'Clear',
      rainChance: 5,
      primaryWeatherFactor: null,
      weatherImpactScore: 20,
      overallConditions: { rating: 'GOOD' as const },
    }
    const { flow, calls } = openFlow(() => anAnswer())
    await flow.start({ size: 2, rows: [aPickRow(0, { weather }), aPickRow(1)], open: 2 })
    const sent = generateParlayBody.parse(calls[0]?.body).myPicks.map((pick) => pick.weather)
    expect(sent).toEqual([{ temperature: 81, windSpeed: 12, humidity: 40, conditions: 'Clear' }, null])
  })

  it('is sent once when it is started twice', async () => {
    const { flow, calls } = openFlow(never)
    void flow.start({ size: 2, rows, open: 3 })
    void flow.start({ size: 2, rows, open: 3 })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await Promise.resolve()
    expect(calls).toHaveLength(1)
    flow.cancel()
  })

  it('is retried with the same key after its answer was lost', async () => {
    const answers = [lost, () => anAnswer()]
    const { flow, keys } = openFlow(() => answers.shift()?.())
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow)).toMatchObject({
      message: 'Failed to generate parlays. Please try again.',
      cost: COST_TEXTS.unknown,
    })
    await flow.retry()
    expect(flow.get().phase).toBe('listed')
    expect(new Set(keys()).size).toBe(1)
  })

  it('is resumed with the same key after a reload', async () => {
    const answers = [never, () => anAnswer()]
    const host = openFlow(() => answers.shift()?.())
    void host.flow.start({ size: 2, rows, open: 3 })
    await vi.waitFor(() => expect(host.calls).toHaveLength(1))
    host.flow.suspend()
    const reloaded = host.again()
    await reloaded.resume()
    expect(reloaded.get()).toMatchObject({ phase: 'listed' })
    expect(host.keys()).toHaveLength(2)
    expect(new Set(host.keys()).size).toBe(1)
  })

  it.each([
    [500, 'INTERNAL'],
    [503, 'UPSTREAM_UNAVAILABLE'],
  ])('is not repeated by a reload after status %d %s, which cost nothing', async (status, code) => {
    const host = openFlow(() => refuse(status, code, 'Failed to generate parlays. Please try again.'))
    await host.flow.start({ size: 2, rows, open: 3 })
    expect(failure(host.flow).cost).toBe('No credit was used.')
    expect(sessionStorage.getItem(PARLAY_CALL_KEY)).toBeNull()
    host.flow.suspend()
    const reloaded = host.again()
    await reloaded.resume()
    expect(reloaded.get().phase).toBe('idle')
    expect(host.calls).toHaveLength(1)
  })

  it('is not repeated by a reload after its failure was shown, and a restart uses its key', async () => {
    const answers = [lost, () => anAnswer()]
    const host = openFlow(() => answers.shift()?.())
    await host.flow.start({ size: 2, rows, open: 3 })
    expect(failure(host.flow).cost).toBe(COST_TEXTS.unknown)
    host.flow.suspend()
    const reloaded = host.again()
    await reloaded.resume()
    expect(host.calls).toHaveLength(1)
    await reloaded.start({ size: 2, rows, open: 3 })
    expect(reloaded.get().phase).toBe('listed')
    expect(new Set(host.keys()).size).toBe(1)
  })

  it('is resumed by a reload while its retry is in flight', async () => {
    const answers = [lost, never, () => anAnswer()]
    const host = openFlow(() => answers.shift()?.())
    await host.flow.start({ size: 2, rows, open: 3 })
    void host.flow.retry()
    await vi.waitFor(() => expect(host.calls).toHaveLength(2))
    host.flow.suspend()
    const reloaded = host.again()
    await reloaded.resume()
    expect(reloaded.get().phase).toBe('listed')
    expect(new Set(host.keys()).size).toBe(1)
  })

  it('is resumed after a reload that aborted its request', async () => {
    const dropped = Promise.withResolvers<never>()
    const answers = [() => dropped.promise, () => anAnswer()]
    const host = openFlow(() => answers.shift()?.())
    const started = host.flow.start({ size: 2, rows, open: 3 })
    await vi.waitFor(() => expect(host.calls).toHaveLength(1))
    // On unload a browser aborts the requests of the page and still runs their handlers.
    dispatchEvent(new Event('beforeunload'))
    dropped.reject(new TypeError('Failed to fetch'))
    await started
    const reloaded = host.again()
    await reloaded.resume()
    expect(reloaded.get().phase).toBe('listed')
    expect(new Set(host.keys()).size).toBe(1)
  })

  it.each([
    [401, 'UNAUTHORIZED'],
    [429, 'RATE_LIMITED'],
    [500, 'INTERNAL'],
    [503, 'UNAVAILABLE'],
  ])('keeps its key when the retry after a lost answer is refused with %d %s', async (status, code) => {
    const answers = [lost, () => refuse(status, code, 'Not now'), () => anAnswer()]
    const { flow, keys } = openFlow(() => answers.shift()?.())
    await flow.start({ size: 2, rows, open: 3 })
    await flow.retry()
    expect(failure(flow).cost, 'the first answer is still not known').toBe(COST_TEXTS.unknown)
    await flow.retry()
    expect(flow.get().phase).toBe('listed')
    expect(new Set(keys()).size).toBe(1)
  })

  it.each([
    [402, 'NO_CREDITS'],
    [422, 'BAD_REQUEST'],
    [503, 'UPSTREAM_UNAVAILABLE'],
  ])('drops its key when the retry after a lost answer is answered with %d %s', async (status, code) => {
    const answers = [lost, () => refuse(status, code, 'No credit was used.')]
    const { flow } = openFlow(() => answers.shift()?.())
    await flow.start({ size: 2, rows, open: 3 })
    await flow.retry()
    expect(failure(flow).cost).not.toBe(COST_TEXTS.unknown)
    expect(sessionStorage.getItem(PARLAY_CALL_KEY)).toBeNull()
  })

  it('keeps its key when the server does not know whether it was charged', async () => {
    const answers = [
      () => refuse(503, 'OUTCOME_UNKNOWN', 'Failed to generate parlays. Please try again.'),
      () => anAnswer(),
    ]
    const { flow, keys } = openFlow(() => answers.shift()?.())
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow).cost).toBe(COST_TEXTS.unknown)
    await flow.retry()
    expect(flow.get().phase).toBe('listed')
    expect(new Set(keys()).size).toBe(1)
  })

  it('can be retried after it was resumed by a reload and failed', async () => {
    const answers = [never, () => refuse(503, 'UPSTREAM_UNAVAILABLE', 'Not now'), () => anAnswer()]
    const host = openFlow(() => answers.shift()?.())
    void host.flow.start({ size: 2, rows, open: 3 })
    await vi.waitFor(() => expect(host.calls).toHaveLength(1))
    host.flow.suspend()
    const reloaded = host.again()
    await reloaded.resume()
    expect(failure(reloaded).cost).toBe(COST_TEXTS.none)
    await reloaded.retry()
    expect(reloaded.get().phase).toBe('listed')
  })

  it('is not resumed when the stored call belongs to another user, is an hour old or is invalid', async () => {
    const host = openFlow(never)
    void host.flow.start({ size: 2, rows, open: 3 })
    await vi.waitFor(() => expect(host.calls).toHaveLength(1))
    const stored = JSON.parse(sessionStorage.getItem(PARLAY_CALL_KEY) ?? '')
    host.flow.suspend()
    for (const entry of [
      JSON.stringify({ ...stored, userId: 'another-user' }),
      JSON.stringify({ ...stored, at: Date.now() - 3_600_000 }),
      JSON.stringify({ ...stored, body: { ...stored.body, parlaySize: 99 } }),
      '{',
    ]) {
      sessionStorage.setItem(PARLAY_CALL_KEY, entry)
      const other = host.again()
      await other.resume()
      expect(other.get().phase, entry.slice(0, 40)).toBe('idle')
    }
    expect(host.calls).toHaveLength(1)
  })

  it('is not resumed after Cancel, which explains the cost, and repeats without another charge', async () => {
    const answers = [never, () => anAnswer()]
    const host = openFlow(() => answers.shift()?.())
    void host.flow.start({ size: 2, rows, open: 3 })
    await vi.waitFor(() => expect(host.calls).toHaveLength(1))
    host.flow.cancel()
    expect(host.alerts()).toEqual([CANCEL_TEXTS.begun])
    expect(host.flow.get().phase).toBe('idle')
    await host.flow.resume()
    expect(host.calls).toHaveLength(1)
    // The call may have used the last credit.
    host.account.spend(20)
    host.account.refresh()
    await host.flow.start({ size: 2, rows, open: 3 })
    expect(host.flow.get().phase).toBe('listed')
    expect(new Set(host.keys()).size).toBe(1)
  })

  it('uses a new key for a different parlay size', async () => {
    const answers = [lost, () => anAnswer()]
    const host = openFlow(() => answers.shift()?.())
    await host.flow.start({ size: 2, rows, open: 3 })
    host.flow.close()
    await host.flow.start({ size: 3, rows, open: 3 })
    expect(new Set(host.keys()).size).toBe(2)
  })
})
