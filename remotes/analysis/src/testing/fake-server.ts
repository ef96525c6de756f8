import type { ApiClient, ApiRequest, FetchLinesResponse, Line } from '@propsight/shared/contracts'

export interface Call {
  path: string
  request: ApiRequest
}

type Answer = unknown | ((call: Call) => unknown)

/** An error of the shape that the shell's API client throws. */
export const apiError = (message: string, status: number, code: string, requestId: string | null = null) =>
  Object.assign(new Error(message), { name: 'ApiError', status, code, requestId })

export const answeredLines = (...players: Line[]): FetchLinesResponse => ({
  players,
  readAt: new Date().toISOString(),
  stale: false,
  skipped: 0,
})

const HOUR_MS = 3_600_000
const runIds = new Map<string, string>()

/** Response of the API to a run request. Idempotent: the same key gives the same run. */
export const aRun = ({ request }: Call) => {
  const { idempotencyKey } = request.body as { idempotencyKey: string }
  const runId = runIds.get(idempotencyKey) ?? crypto.randomUUID()
  runIds.set(idempotencyKey, runId)
  return { runId, expiresAt: new Date(Date.now() + HOUR_MS).toISOString() }
}

/**
 * Fake of the API driven by a script: each path returns its answers in turn and repeats the last one. An
 * Error is thrown, a function is called. A stream answer is a list of records; an Error in it ends the
 * stream.
 */
export function fakeServer(script: Record<string, Answer[]>) {
  const calls: Call[] = []
  const callsTo = (path: string) => calls.filter((call) => call.path === path)
  const answer = async (path: string, request: ApiRequest = {}): Promise<unknown> => {
    const answers = script[path] ?? []
    const index = Math.min(callsTo(path).length, answers.length - 1)
    const call = { path, request }
    calls.push(call)
    const found = answers[index]
    const value = typeof found === 'function' ? await found(call) : found
    if (request.signal?.aborted) throw request.signal.reason
    if (value instanceof Error) throw value
    return value
  }
  const api: ApiClient = {
    json: answer,
    async *stream(path, request) {
      for await (const record of (await answer(path, request)) as
        | AsyncIterable<unknown>
        | Iterable<unknown>) {
        if (request?.signal?.aborted) throw request.signal.reason
        if (record instanceof Error) throw record
        yield record
      }
    },
  }
  return { api, calls, callsTo }
}
export type FakeServer = ReturnType<typeof fakeServer>
