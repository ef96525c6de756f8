import type {
  ApiClient,
  ApiRequest,
  Line,
  PitcherFacts,
  PitcherPhase,
  PitcherRecord,
  ProbablePitcher,
} from '@propsight/shared/contracts'
import { factsOf, linesOf, pitchersOf } from '../dev/answers.ts'

export const DATE = '2026-07-18'
export const PITCHERS: readonly ProbablePitcher[] = pitchersOf(DATE)
export const facts = (pitcher: ProbablePitcher, phase: PitcherPhase): PitcherFacts =>
  factsOf(pitcher, phase, DATE)
export const linesAnswer = (category: unknown) => {
  const players: Line[] = linesOf(String(category), DATE)
  return { players, readAt: new Date().toISOString(), stale: false, skipped: 0 }
}

export const start = (phase: PitcherPhase, pitchers = PITCHERS): PitcherRecord => ({
  type: 'start',
  date: DATE,
  season: 2026,
  phase,
  pitchers: [...pitchers],
})
export const end = (more: Partial<Extract<PitcherRecord, { type: 'end' }>> = {}): PitcherRecord => ({
  type: 'end',
  done: 1,
  missing: 0,
  readAt: '2026-07-18T15:00:00Z',
  stale: false,
  ...more,
})

/** The records of a complete phase, as the server sends them for this request. */
export function stream({ request }: { request: { query?: Record<string, unknown> } }): PitcherRecord[] {
  const phase = request.query?.phase === 'strikeouts' ? 'strikeouts' : 'hits-allowed'
  const skip = new Set(String(request.query?.skip ?? '').split(','))
  const requested = PITCHERS.filter(({ id }) => !skip.has(String(id)))
  return [start(phase), ...requested.map((pitcher) => facts(pitcher, phase)), end()]
}

interface Call {
  path: string
  request: ApiRequest
}
/** Answer of a path: a value, a list of records, an error, or a function that returns one of them. */
type Answer = unknown | ((call: Call) => unknown)

export const apiError = (message: string, status: number, code = 'X', more: object = {}) =>
  Object.assign(new Error(message), { name: 'ApiError', status, code, requestId: 'r-1', ...more })

/** A scripted API: each path returns its answers in order and repeats the last one. */
export function fakeServer(script: Record<string, Answer[]>) {
  const calls: Call[] = []
  const requests = (path: string) => calls.filter((call) => call.path === path)
  const answer = async (path: string, request: ApiRequest = {}): Promise<unknown> => {
    const answers = script[path] ?? []
    const found = answers[Math.min(requests(path).length, answers.length - 1)]
    const call = { path, request }
    calls.push(call)
    const value = typeof found === 'function' ? await found(call) : found
    if (request.signal?.aborted) throw request.signal.reason
    if (value instanceof Error) throw value
    return value
  }
  const api: ApiClient = {
    json: answer,
    async *stream(path, request) {
      for await (const record of (await answer(path, request)) as Iterable<unknown>) {
        if (record instanceof Error) throw record
        yield record
      }
    },
  }
  return { api, calls, requests }
}
