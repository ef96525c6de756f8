import type { ApiClient, ApiRequest } from '@propsight/shared/contracts'

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
  const asked = (path: string) => calls.filter((call) => call.path === path)
  const answer = async (path: string, request: ApiRequest = {}): Promise<unknown> => {
    const answers = script[path] ?? []
    const found = answers[Math.min(asked(path).length, answers.length - 1)]
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
  return { api, calls, asked }
}
