import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { checkHealth, createApiClient, type TracedRequest } from './api-client.ts'
import { type ApiError, isApiError } from './api-error.ts'

const client = (send: typeof fetch, token: string | null = null) =>
  createApiClient({ baseUrl: 'https://api.test', getToken: async () => token, fetch: send })

const answers =
  (status: number, body: unknown, headers: Record<string, string> = {}): typeof fetch =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

const thrownBy = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work
  } catch (thrown) {
    return thrown
  }
  throw new Error('nothing was thrown')
}

describe('createApiClient', () => {
  it('sends the access token, the query without undefined values, and a JSON body as POST', async () => {
    const seen: Request[] = []
    const send: typeof fetch = async (input, init) => {
      seen.push(new Request(input, init))
      return Response.json({ ok: true })
    }
    const api = client(send, 'tok')
    expect(await api.json('/api/x', { query: { a: 1, b: undefined, c: 'd e' } })).toEqual({ ok: true })
    await api.json('/api/y', { body: { q: 1 } })
    expect(seen[0]?.url).toBe('https://api.test/api/x?a=1&c=d+e')
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer tok')
    expect(seen[1]?.method).toBe('POST')
    expect(await seen[1]?.json()).toEqual({ q: 1 })
  })

  it('sends the trace id of a call as traceparent, with a new span each time', async () => {
    const seen: string[] = []
    const send: typeof fetch = async (input, init) => {
      seen.push(new Request(input, init).headers.get('traceparent') ?? '')
      return Response.json({})
    }
    const traced: TracedRequest = { trace: 'ab'.repeat(16) }
    await client(send).json('/api/x', traced)
    await client(send).json('/api/x', traced)
    await client(send).json('/api/x')
    expect(seen[0]).toMatch(/^00-(ab){16}-[0-9a-f]{16}-01$/)
    expect(seen[1]).not.toBe(seen[0])
    expect(seen[2]).toBe('')
  })

  it.each([
    [{ message: 'M', error: 'E', code: 'C', requestId: 'r1' }, 'M', 'C', 'r1'],
    [{ error: 'E' }, 'E', 'SERVER_ERROR', 'h1'],
    [{ message: '' }, 'Server error occurred', 'SERVER_ERROR', 'h1'],
    ['<html>bad gateway</html>', 'Server error occurred', 'SERVER_ERROR', 'h1'],
  ])('N7 maps an error response %j', async (body, message, code, requestId) => {
    const thrown = await thrownBy(client(answers(502, body, { 'x-request-id': 'h1' })).json('/x'))
    expect(isApiError(thrown)).toBe(true)
    expect(thrown).toMatchObject({ message, status: 502, code, requestId })
  })

  it('reports the retry-after seconds of a response, or null', async () => {
    const locked = (headers: Record<string, string>) =>
      thrownBy(client(answers(429, { message: 'Wait' }, headers)).json('/x'))
    expect(await locked({ 'retry-after': '840' })).toMatchObject({ status: 429, retryAfterSeconds: 840 })
    expect(await locked({})).toMatchObject({ retryAfterSeconds: null })
  })

  it('N7 maps a missing response to CONNECTION_ERROR', async () => {
    const thrown = await thrownBy(
      client(async () => {
        throw new TypeError('fetch failed')
      }).json('/x'),
    )
    expect(thrown).toMatchObject({
      message: 'Unable to connect to AI analysis server. Please check if the server is running.',
      status: 0,
      code: 'CONNECTION_ERROR',
    })
  })

  it('N7 maps any other error to UNKNOWN_ERROR with its message or a fixed text', async () => {
    const failing = (error: Error) =>
      createApiClient({
        baseUrl: '',
        getToken: async () => {
          throw error
        },
      }).json('/x')
    expect(await thrownBy(failing(new Error('odd')))).toMatchObject({ message: 'odd', code: 'UNKNOWN_ERROR' })
    expect(await thrownBy(failing(new Error('')))).toMatchObject({ message: 'An unexpected error occurred' })
  })

  it('fails with CONNECTION_ERROR after its timeout', async () => {
    const hanging: typeof fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    expect(await thrownBy(client(hanging).json('/x', { timeoutMs: 5 }))).toMatchObject({
      code: 'CONNECTION_ERROR',
    })
  })

  it('reports every failure to onFailure, except for aborted calls', async () => {
    const reported: ApiError[] = []
    const onFailure = (error: ApiError) => reported.push(error)
    const clientOf = (send: typeof fetch) =>
      createApiClient({ baseUrl: '', getToken: async () => null, fetch: send, onFailure })
    const excluded = clientOf(answers(403, { error: 'You excluded yourself', code: 'SELF_EXCLUDED' }))
    const thrown = await thrownBy(excluded.json('/x'))
    await thrownBy(excluded.stream('/x')[Symbol.asyncIterator]().next())
    expect(reported).toMatchObject([{ code: 'SELF_EXCLUDED' }, { code: 'SELF_EXCLUDED' }])
    expect(reported[0]).toBe(thrown)
    await clientOf(answers(200, 1)).json('/x')
    await thrownBy(clientOf(answers(403, {})).json('/x', { signal: AbortSignal.abort(new Error('enough')) }))
    expect(reported).toHaveLength(2)
  })

  it.each([
    ['a write of a hidden page', 'hidden', 'x'.repeat(29_000), true],
    ['a write of a visible page', 'visible', 'x', false],
    ['a body above the limit of browsers', 'hidden', 'x'.repeat(30_000), false],
    ['a request without a body', 'hidden', undefined, false],
  ] as const)('P4 keeps a request alive after its page: %s', async (_, visibility, body, isKept) => {
    vi.stubGlobal('document', { hidden: visibility === 'hidden' })
    onTestFinished(() => void vi.unstubAllGlobals())
    const kept: boolean[] = []
    const send: typeof fetch = async (_input, init) => {
      kept.push(init?.keepalive ?? false)
      return Response.json(1)
    }
    await client(send).json('/x', { body })
    for await (const _value of client(send).stream('/x', { body })) break
    expect(kept).toEqual([isKept, false])
  })

  it('passes on an abort by the caller', async () => {
    const controller = new AbortController()
    controller.abort(new Error('changed my mind'))
    const send: typeof fetch = async (_input, init) => {
      init?.signal?.throwIfAborted()
      return Response.json(1)
    }
    expect(await thrownBy(client(send).json('/x', { signal: controller.signal }))).toMatchObject({
      message: 'changed my mind',
    })
  })

  it('streams values and maps an error response of a stream', async () => {
    const values: unknown[] = []
    for await (const value of client(answers(200, '{"a":1}\n{"a":2}\n')).stream('/x')) values.push(value)
    expect(values).toEqual([{ a: 1 }, { a: 2 }])
    const failing = client(answers(402, { error: 'No credits remaining', code: 'NO_CREDITS' }))
    const first = failing.stream('/x')[Symbol.asyncIterator]().next()
    expect(await thrownBy(first)).toMatchObject({ status: 402, code: 'NO_CREDITS' })
  })
})

describe('N13: checkHealth', () => {
  it('times out after 5 seconds, other calls after 300 seconds by default', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => timeout.mockRestore())
    await checkHealth('', answers(200, '{}'))
    await client(answers(200, '1')).json('/x')
    await client(answers(200, '1')).json('/x', { timeoutMs: 7 })
    expect(timeout.mock.calls).toEqual([[5_000], [300_000], [7]])
  })

  it('returns false when 5 seconds have passed without an answer, and no earlier', async () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    // The platform's own signal follows the wall clock; this one follows the fake timers.
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('timed out', 'TimeoutError')), ms)
      return controller.signal
    })
    onTestFinished(() => timeout.mockRestore())
    const silent: typeof fetch = (_input, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    const results: boolean[] = []
    const checked = checkHealth('', silent).then((healthy) => results.push(healthy))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(results).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await checked
    expect(results).toEqual([false])
  })

  it('returns true for status 200 only and passes an abort signal', async () => {
    expect(await checkHealth('', answers(200, '{}'))).toBe(true)
    expect(await checkHealth('', answers(503, '{}'))).toBe(false)
    let signal: AbortSignal | null | undefined
    const down: typeof fetch = async (_input, init) => {
      signal = init?.signal
      throw new TypeError('down')
    }
    expect(await checkHealth('', down)).toBe(false)
    expect(signal).toBeInstanceOf(AbortSignal)
  })
})
