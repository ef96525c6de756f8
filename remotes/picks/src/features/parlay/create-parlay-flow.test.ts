import { type ApiCall, createScriptedShell, refuse, type ScenarioName } from '@propsight/harness'
import { generateParlayBody, type PastParlayRow } from '@propsight/shared/contracts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { anAnswer, aParlay, aPastParlay, aPickRow } from '../../testing/parlay-fixtures.ts'
import { CANCEL_TEXTS, createParlayFlow } from './create-parlay-flow.ts'
import { COST_TEXTS } from './parlay-failure.ts'
import { PARLAY_CALL_KEY } from './parlay-state.ts'

const rows = [aPickRow(0), aPickRow(1), aPickRow(2)]

/** The flow in a scripted host; `script` answers the call that generates. */
function open(
  script: (call: ApiCall) => unknown,
  { scenario = 'signed-in', parlays = [] }: { scenario?: ScenarioName; parlays?: PastParlayRow[] } = {},
) {
  const calls: ApiCall[] = []
  const host = createScriptedShell({
    scenario,
    answers: {
      tables: { past_parlays: ({ userId }) => parlays.map((row) => ({ ...row, user_id: userId })) },
      api: {
        'POST /api/parlay/generate-parlay': (call) => {
          calls.push(call)
          return script(call)
        },
      },
    },
  })
  const flow = createParlayFlow(host.shell)
  const alerts = () => host.toasts.shown.get().map(({ message }) => message)
  const keys = () => calls.map(({ body }) => generateParlayBody.parse(body).idempotencyKey)
  return { ...host, flow, calls, alerts, keys, again: () => createParlayFlow(host.shell) }
}
const lost = () => {
  throw new TypeError('Failed to fetch')
}
const never = () => new Promise<never>(() => undefined)
const failure = (flow: ReturnType<typeof createParlayFlow>) => {
  const state = flow.get()
  if (state.phase !== 'failed') throw new Error(`is ${state.phase}`)
  return state.failure
}

beforeEach(() => sessionStorage.clear())

describe('P8: the checks before a parlay', () => {
  it('require a session first: Please log in to use the parlay feature.', async () => {
    const { flow, alerts, calls } = open(() => anAnswer(), { scenario: 'signed-out' })
    await flow.start({ size: 5, rows: [], open: 0 })
    expect(alerts()).toEqual(['Please log in to use the parlay feature.'])
    expect(calls).toEqual([])
  })

  it('then require credits, before counting the picks', async () => {
    const { flow, alerts, calls } = open(() => anAnswer(), { scenario: 'no-credits' })
    await flow.start({ size: 5, rows: [], open: 0 })
    expect(alerts()).toEqual(['No credits remaining. Please upgrade your plan to use the parlay feature.'])
    expect(calls).toEqual([])
    expect(flow.get().phase).toBe('idle')
  })

  it('refresh the balance before reporting that there are no credits', async () => {
    const host = open(() => anAnswer())
    host.account.credits.set(0)
    await host.flow.start({ size: 2, rows, open: 3 })
    expect(host.alerts()).toEqual([])
    expect(host.flow.get().phase).toBe('listed')
  })

  it('then require as many unexpired picks as legs', async () => {
    const expired = aPickRow(3, { expiresAt: new Date(Date.now() - 1).toISOString() })
    const { flow, alerts, calls } = open(() => anAnswer())
    await flow.start({ size: 4, rows: [...rows, expired], open: 4 })
    expect(alerts()).toEqual([
      'You need at least 4 picks to create a 4-leg parlay. You currently have 3 picks.',
    ])
    expect(calls).toEqual([])
  })
})

describe('P8: picks whose games have begun', () => {
  it('are reported before the request when too few other picks are left', async () => {
    const { flow, alerts, calls } = open(() => anAnswer())
    await flow.start({ size: 2, rows, open: 1 })
    expect(alerts()).toEqual([
      'A 2-leg parlay needs 2 picks whose games are still to come; you have 1. No credit was used.',
    ])
    expect([flow.get().phase, calls.length]).toEqual(['idle', 0])
  })
})

describe('P8: parlays that were generated before', () => {
  const made = (ids: readonly string[], size = 2) => {
    const details = aParlay(1, { parlaySize: size, madeFrom: [...ids] })
    return aPastParlay(1, {
      parlay_size: size,
      created_at: new Date(Date.now() - 60_000).toISOString(),
      details,
    })
  }
  const ids = rows.map(({ id }) => id)

  it('are built again only after a confirmation, for another credit and under a new key', async () => {
    const parlays = [made(ids.toReversed())]
    const { flow, calls } = open(() => anAnswer(), { parlays })
    await flow.start({ size: 2, rows, open: 3 })
    expect(flow.get()).toEqual({ phase: 'made-before', at: parlays[0]?.created_at, size: 2 })
    expect(calls).toEqual([])
    await flow.confirm()
    expect(flow.get().phase).toBe('listed')
    expect(calls).toHaveLength(1)
  })

  it('cost nothing when the confirmation is declined', async () => {
    const { flow, calls } = open(() => anAnswer(), { parlays: [made(ids)] })
    await flow.start({ size: 2, rows, open: 3 })
    flow.close()
    await flow.confirm()
    expect([flow.get().phase, calls.length]).toEqual(['idle', 0])
  })

  it('need a confirmation for a retry, too, when their answer could not be read', async () => {
    const { flow, calls } = open(() => ({ success: true, parlays: [] }), { parlays: [made(ids)] })
    await flow.start({ size: 2, rows, open: 3 })
    await flow.confirm()
    expect(failure(flow).cost).toBe(COST_TEXTS.spent)
    await flow.retry()
    expect([flow.get().phase, calls.length]).toEqual(['made-before', 1])
  })

  it.each([
    ['of another size', () => made(ids, 3)],
    ['from fewer picks', () => made(ids.slice(0, 2))],
    ['from more picks', () => made([...ids, 'pick_1752850000009_abc123'])],
    ['by a server that does not keep the picks', () => aPastParlay(1, { parlay_size: 2 })],
  ])('are not confused with parlays %s', async (_, row) => {
    const { flow, calls } = open(() => anAnswer(), { parlays: [row()] })
    await flow.start({ size: 2, rows, open: 3 })
    expect([flow.get().phase, calls.length]).toEqual(['listed', 1])
  })
})

describe('P8: a parlay request, charged one credit', () => {
  it('sends size and picks by the contract, lists the parlays, and refreshes the credits', async () => {
    const { flow, calls, shell } = open(({ spend }) => {
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
    const { flow, calls } = open(() => anAnswer())
    await flow.start({ size: 2, rows: [aPickRow(0, { weather }), aPickRow(1)], open: 2 })
    const sent = generateParlayBody.parse(calls[0]?.body).myPicks.map((pick) => pick.weather)
    expect(sent).toEqual([{ temperature: 81, windSpeed: 12, humidity: 40, conditions: 'Clear' }, null])
  })

  it('is sent once when it is started twice', async () => {
    const { flow, calls } = open(never)
    void flow.start({ size: 2, rows, open: 3 })
    void flow.start({ size: 2, rows, open: 3 })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await Promise.resolve()
    expect(calls).toHaveLength(1)
    flow.cancel()
  })

  it('is retried with the same key after its answer was lost', async () => {
    const answers = [lost, () => anAnswer()]
    const { flow, keys } = open(() => answers.shift()?.())
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
    const host = open(() => answers.shift()?.())
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
    const host = open(() => refuse(status, code, 'Failed to generate parlays. Please try again.'))
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
    const host = open(() => answers.shift()?.())
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
    const host = open(() => answers.shift()?.())
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
    const host = open(() => answers.shift()?.())
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
    const { flow, keys } = open(() => answers.shift()?.())
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
    const { flow } = open(() => answers.shift()?.())
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
    const { flow, keys } = open(() => answers.shift()?.())
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow).cost).toBe(COST_TEXTS.unknown)
    await flow.retry()
    expect(flow.get().phase).toBe('listed')
    expect(new Set(keys()).size).toBe(1)
  })

  it('can be retried after it was resumed by a reload and failed', async () => {
    const answers = [never, () => refuse(503, 'UPSTREAM_UNAVAILABLE', 'Not now'), () => anAnswer()]
    const host = open(() => answers.shift()?.())
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
    const host = open(never)
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
    const host = open(() => answers.shift()?.())
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
    const host = open(() => answers.shift()?.())
    await host.flow.start({ size: 2, rows, open: 3 })
    host.flow.close()
    await host.flow.start({ size: 3, rows, open: 3 })
    expect(new Set(host.keys()).size).toBe(2)
  })
})

describe('P8: the failure message of a parlay', () => {
  it.each([
    [402, 'NO_CREDITS', 'No credits remaining'],
    [402, 'NOT_ENOUGH_CREDITS', 'Not enough credits'],
    [429, 'DAILY_LIMIT', 'Your daily limit is reached'],
    [500, 'CHARGE_FAILED', 'ledger'],
  ])('is Failed to use credit: {message} for status %d %s', async (status, code, message) => {
    const { flow } = open(() => refuse(status, code, message))
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow)).toMatchObject({
      message: `Failed to use credit: ${message}`,
      cost: COST_TEXTS.none,
    })
  })

  it('is Please log in to use the parlay feature. when the session has ended', async () => {
    const { flow } = open(() => refuse(401, 'UNAUTHORIZED', 'Please log in to use the parlay feature.'))
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow).message).toBe('Please log in to use the parlay feature.')
  })

  it('is the server’s own text when the server counts too few picks', async () => {
    const serverText = 'You need at least 2 picks to create a 2-leg parlay. You currently have 1 picks.'
    const { flow } = open(() => refuse(400, 'BAD_REQUEST', serverText))
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow)).toMatchObject({ message: serverText, detail: null })
  })

  it('explains why picks cannot be legs, states the cost once, and offers no retry', async () => {
    const serverText = 'Only 1 of 3 picks can be a leg. No credit was used.'
    const { flow } = open(() => refuse(422, 'BAD_REQUEST', serverText))
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow)).toMatchObject({
      message: 'These picks make no parlay now.',
      detail: serverText,
      cost: null,
      retry: false,
    })
    expect(sessionStorage.getItem(PARLAY_CALL_KEY)).toBeNull()
  })

  it('is the server’s text when the server is unavailable, and a retry uses a new key', async () => {
    const { flow, keys } = open(() => refuse(503, 'UPSTREAM_UNAVAILABLE', 'The league does not answer'))
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow)).toMatchObject({ detail: 'The league does not answer', cost: COST_TEXTS.none })
    await flow.retry()
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(2)
  })

  it('states that a credit was spent when the answer cannot be read', async () => {
    const { flow } = open(() => ({ success: true, parlays: [] }))
    await flow.start({ size: 2, rows, open: 3 })
    expect(failure(flow)).toMatchObject({ cost: COST_TEXTS.spent })
  })
})
