import { ApiError, createWritableValue } from '@propsight/shared/client'
import { clientErrorsBody, DEV_VERSION } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageError } from '../../state/page-errors.ts'
import { type LoadRecord, loadLog, recordLoad } from '../load-log.ts'
import { absoluteBase, registerRelease } from '../release-records.ts'
import { RemoteError } from '../remote-error.ts'
import { makeEntry, makeRegistry } from '../testing/make-entry.ts'
import { logFailedLoads, logRemoteErrors, reportErrors } from './report-errors.ts'

const SHELL = '1.0.0-5he11'
const TRACE = 'ab'.repeat(16)
const fetchMock = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
const errors = createWritableValue<readonly PageError[]>([])
const loads = createWritableValue<readonly LoadRecord[]>([])
const entry = makeEntry('picks')
let path = '/'
let fail: (id: string | null) => void = () => {}
let end = () => {}

const at = (place: string, error: Error = new TypeError('x is undefined')) =>
  Object.assign(error, { stack: `${error.name}: ${error.message}\n    at f (${place})` })
const withProductFrame = (error?: Error) =>
  at('http://shell.test/bundles/shell/1.0.0-5he11/static/js/index.1f.js:1:20', error)
const thrown = (error: unknown, kind: PageError['kind'] = 'error') =>
  errors.set([...errors.get(), { kind, error }])
const failed = (change: Partial<LoadRecord> = {}) =>
  loads.set([
    ...loads.get(),
    {
      name: entry.name,
      version: entry.version,
      state: 'failed',
      kind: 'integrity',
      trace: TRACE,
      ms: 5,
      at: 5,
      ...change,
    },
  ])
const sent = () =>
  fetchMock.mock.calls.map(([, init]) => clientErrorsBody.parse(JSON.parse(String(init?.body))))
const reportedErrors = async () => {
  await vi.advanceTimersByTimeAsync(1_000)
  return sent().flatMap((body) => body.errors)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  fetchMock.mockClear()
  errors.set([])
  loads.set([])
  path = '/'
  registerRelease(entry, 0)
  end = reportErrors({
    errors,
    loads,
    registry: () => makeRegistry([entry]),
    path: () => path,
    onFailedCall: (tell) => {
      fail = tell
      return () => {}
    },
    shell: SHELL,
    address: '/api/client-errors',
  })
})
afterEach(() => {
  end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('F4 reported page errors', () => {
  it('have class, frames and release, in the form of the API', async () => {
    thrown(withProductFrame())
    expect(await reportedErrors()).toEqual([
      {
        kind: 'error',
        name: 'TypeError',
        message: 'x is undefined',
        frames: ['shell/1.0.0-5he11/static/js/index.1f.js:1:20'],
        route: '/',
        count: 1,
      },
    ])
    expect(sent()[0]?.shell).toBe(SHELL)
    expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', keepalive: true })
  })

  it('name the remote in whose files they occurred', async () => {
    thrown(at(`${absoluteBase(entry)}static/js/a.js:2:7`), 'rejection')
    expect(await reportedErrors()).toMatchObject([
      { kind: 'rejection', remote: { name: 'picks', version: entry.version } },
    ])
  })

  it('include failed loads and renderings, with their remote and kind', async () => {
    failed({ error: new RemoteError('integrity', 'static/js/a.js is not what was published') })
    failed({
      kind: 'render',
      at: 6,
      error: new RemoteError('render', 'boom', { cause: withProductFrame(new RangeError('boom')) }),
    })
    expect(await reportedErrors()).toMatchObject([
      {
        kind: 'load',
        failure: 'integrity',
        remote: { name: 'picks' },
        message: 'static/js/a.js is not what was published',
      },
      {
        kind: 'render',
        failure: 'render',
        name: 'RangeError',
        frames: [/index/].map(() => expect.stringContaining('index.1f.js')),
      },
    ])
  })

  it('name the failed request: their own, or one shortly before', async () => {
    thrown(withProductFrame(new ApiError('No', 500, 'INTERNAL', 'request-of-its-own')))
    fail('request-just-before')
    thrown(withProductFrame(new Error('after the call')))
    await vi.advanceTimersByTimeAsync(6_000)
    thrown(withProductFrame(new Error('much later')))
    const reports = await reportedErrors()
    expect(reports.map(({ requestId }) => requestId)).toEqual([
      'request-of-its-own',
      'request-just-before',
      undefined,
    ])
  })

  it('contain no user input and only declared routes', async () => {
    path = '/reset-password/ada@example.com'
    thrown(
      withProductFrame(new SyntaxError('Unexpected token, "my secret" of ada@example.com is not valid JSON')),
    )
    await reportedErrors()
    path = '/Picks/'
    thrown(withProductFrame(new Error('elsewhere')))
    const reports = await reportedErrors()
    expect(reports.map(({ route }) => route)).toEqual(['/', '/picks'])
    expect(JSON.stringify(sent())).not.toMatch(/secret|ada|example/)
  })

  it('are sent once, and their repetitions are counted when the page is hidden', async () => {
    const again = () => thrown(withProductFrame())
    for (let times = 0; times < 3; times += 1) again()
    expect((await reportedErrors()).map(({ count }) => count)).toEqual([3])
    again()
    again()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetchMock).toHaveBeenCalledTimes(1)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(sent()[1]?.errors.map(({ count }) => count)).toEqual([2])
    vi.restoreAllMocks()
  })

  it('are limited to 30 when a page fails endlessly', async () => {
    for (let number = 0; number < 100; number += 1)
      thrown(withProductFrame(new Error(`of kind ${'x '.repeat(number)}.`)))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent().map((body) => body.errors.length)).toEqual([10, 10, 10])
  })

  it.each([
    ['an aborted call', withProductFrame(new DOMException('gone', 'AbortError') as unknown as Error)],
    ['a browser extension', at('chrome-extension://abc/x.js:1:1')],
    ['a ResizeObserver loop', withProductFrame(new Error('ResizeObserver loop completed'))],
    ['a script of another origin', null],
  ])('exclude those of %s', async (_what, error) => {
    thrown(error)
    expect(await reportedErrors()).toEqual([])
  })

  it('exclude those of a developer’s own server, and loads without a network', async () => {
    failed({ version: DEV_VERSION })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    failed({ at: 9 })
    expect(await reportedErrors()).toEqual([])
    vi.restoreAllMocks()
  })

  it('include what the policy refused in files of a release, without the path of the refused address', async () => {
    const violate = (sourceFile: string) =>
      document.dispatchEvent(
        Object.assign(new Event('securitypolicyviolation'), {
          effectiveDirective: 'connect-src',
          blockedURI: 'https://example.com/users/ada?token=1',
          sourceFile,
          lineNumber: 3,
          columnNumber: 9,
        }),
      )
    violate(`${absoluteBase(entry)}static/js/main.js`)
    violate('chrome-extension://abc/content.js')
    expect(await reportedErrors()).toMatchObject([
      {
        kind: 'policy',
        name: 'PolicyViolation',
        message: expect.stringMatching(/^connect-src refused/),
        frames: [expect.stringMatching(/static\/js\/main\.js:3:9$/)],
        remote: { name: 'picks' },
      },
    ])
    expect(JSON.stringify(sent())).not.toMatch(/ada|token/)
  })
})

it('F4 errors of event handlers and promises are logged with their release, not as failed loads', () => {
  const entry = makeEntry('stray')
  registerRelease(entry, 0)
  const log = vi.fn()
  const end = logRemoteErrors(log)
  const failure = Object.assign(new Error('on click'), { stack: `at f (${absoluteBase(entry)}x.js:1:1)` })
  dispatchEvent(new ErrorEvent('error', { error: failure }))
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: failure }))
  dispatchEvent(new ErrorEvent('error', { error: new Error('of the shell') }))
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'text' }))
  expect(log.mock.calls.map(([text]) => text)).toEqual(
    Array.from({ length: 2 }, () => 'an error of stray@1.0.0-abcdef12 outside of its rendering'),
  )
  expect(loadLog.get()).toEqual([])
  end()
})

it('F4 a failed load is logged once with its trace id and the error that caused it', () => {
  const log = vi.fn()
  const cause = new TypeError('x is not a function')
  const end = logFailedLoads(log, loadLog)
  const load = { name: 'late', version: '1.0.0', trace: 'ab'.repeat(16), ms: 5, at: 1 }
  recordLoad({ ...load, state: 'loading' })
  recordLoad({
    ...load,
    state: 'failed',
    kind: 'exception',
    error: new RemoteError('exception', 'e', { cause }),
  })
  recordLoad({ ...load, name: 'other', state: 'loading' })
  expect(log.mock.calls).toEqual([[`late@1.0.0 failed (exception, trace ${load.trace})`, cause]])
  end()
})
