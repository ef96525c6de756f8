import { loadsBody } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LoadRecord } from '../load-log.ts'
import { recordMounted } from '../release-records.ts'
import { RemoteError } from '../remote-error.ts'
import { reportLoads } from './report-loads.ts'

let records: LoadRecord[] = []
let changed = () => {}
let ticket: string | undefined
let token: string | null
let preview = false
let end = () => {}
const fetchMock = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))

const TRACE = 'ab'.repeat(16)
const load = (change: Partial<LoadRecord> = {}): LoadRecord => ({
  name: 'alpha',
  version: '1.0.0',
  state: 'loaded',
  isShown: true,
  trace: TRACE,
  ms: 120,
  at: 5,
  ...change,
})
const addRecords = (...next: LoadRecord[]) => {
  records = [...records, ...next]
  changed()
}
const sent = () => fetchMock.mock.calls.map(([, init]) => loadsBody.parse(JSON.parse(String(init?.body))))

const start = () =>
  reportLoads({
    log: {
      get: () => records,
      subscribe: (onChange) => {
        changed = onChange
        return () => {}
      },
    },
    ticket: () => ticket,
    isPreview: () => preview,
    shell: '9.0.0-s',
    address: '/api/loads',
    token: () => token,
  })

beforeEach(() => {
  vi.useFakeTimers()
  records = []
  ticket = 'signed'
  token = 'bearer'
  preview = false
  fetchMock.mockClear()
  vi.stubGlobal('fetch', fetchMock)
  end = start()
})
afterEach(() => {
  end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('F2 F4 load reports', () => {
  it('are sent at once for a failure, with its kind, phase, trace id, error and the bearer token, in the form of the API', async () => {
    const cause = new TypeError('no account ada@example.com')
    const error = new RemoteError('exception', 'alpha 1.0.0: threw', { cause })
    addRecords(load({ state: 'failed', kind: 'exception', error, ms: 80 }))
    await vi.advanceTimersByTimeAsync(0)
    expect(sent()).toEqual([
      {
        ticket: 'signed',
        shell: '9.0.0-s',
        loads: [
          {
            name: 'alpha',
            version: '1.0.0',
            outcome: 'failed',
            trace: TRACE,
            kind: 'exception',
            phase: 'evaluate',
            detail: expect.stringMatching(/^TypeError: alpha 1\.0\.0: threw/),
            ms: 80,
          },
        ],
      },
    ])
    const [address, init] = fetchMock.mock.calls[0] ?? []
    expect([address, init?.keepalive]).toEqual(['/api/loads', true])
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer bearer')
  })
  it('are batched for successes, and exclude loads in progress', async () => {
    addRecords(load({ state: 'loading' }), load(), load({ name: 'beta' }))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(fetchMock).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent().map(({ loads }) => loads.map(({ name, outcome }) => [name, outcome]))).toEqual([
      [
        ['alpha', 'ok'],
        ['beta', 'ok'],
      ],
    ])
    changed()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })
  it('include a package without a version of its own', async () => {
    addRecords(load({ version: '0.0.0-1a2b3c4d', state: 'failed', kind: 'entry' }))
    await vi.advanceTimersByTimeAsync(0)
    expect(sent()[0]?.loads[0]?.version).toBe('0.0.0-1a2b3c4d')
  })
  it('contain one failure for a release that loaded and then threw', async () => {
    addRecords(load(), load({ state: 'failed', kind: 'render' }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent().flatMap(({ loads }) => loads.map(({ outcome }) => outcome))).toEqual(['failed'])
  })
  it('are sent synchronously when the page is hidden, with the bearer token', () => {
    addRecords(load())
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(sent().map(({ loads }) => loads.length)).toEqual([1])
    const [, init] = fetchMock.mock.calls[0] ?? []
    expect(init?.keepalive).toBe(true)
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer bearer')
  })
  it('are not sent without a ticket or network, during unload, or for an override', async () => {
    ticket = undefined
    addRecords(load({ state: 'failed', kind: 'entry' }))
    ticket = 'signed'
    addRecords(load({ version: '0.0.0-override', state: 'failed', kind: 'entry' }))
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    addRecords(load({ version: '2.0.0', state: 'failed', kind: 'entry' }))
    online.mockReturnValue(true)
    dispatchEvent(new Event('pagehide'))
    addRecords(load({ version: '3.0.0', state: 'failed', kind: 'entry' }))
    dispatchEvent(new Event('pageshow'))
    records = []
    await vi.advanceTimersByTimeAsync(10_000)
    expect(fetchMock).not.toHaveBeenCalled()
  })
  it('never throw when the API is unavailable, and are sent without a session', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('away'))
    addRecords(load({ state: 'failed', kind: 'entry' }))
    await vi.advanceTimersByTimeAsync(0)
    token = null
    addRecords(load({ name: 'beta', state: 'failed', kind: 'entry' }))
    await vi.advanceTimersByTimeAsync(0)
    expect(fetchMock).toHaveBeenCalledTimes(2)
    expect(new Headers(fetchMock.mock.calls[1]?.[1]?.headers).has('authorization')).toBe(false)
  })

  it.each([
    ['within seconds', false, 5_000],
    ['within a second in a preview', true, 1_000],
  ])('are sent for a release once it is shown, %s, and at once when it fails', async (_, isPreview, ms) => {
    preview = isPreview
    addRecords(load({ isShown: false }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent()).toEqual([])
    records = [load()]
    changed()
    await vi.advanceTimersByTimeAsync(ms)
    expect(sent()).toMatchObject([{ loads: [{ name: 'alpha', outcome: 'ok' }] }])
    addRecords(load({ name: 'beta', state: 'failed', kind: 'render' }))
    await vi.advanceTimersByTimeAsync(0)
    expect(sent()).toHaveLength(2)
  })

  it('add the web vitals of a screen once the page is hidden, in a second report with the same ticket', async () => {
    end()
    const observed = new Map<string, (list: { getEntries(): object[] }) => void>()
    const types = ['largest-contentful-paint', 'event', 'layout-shift']
    vi.stubGlobal(
      'PerformanceObserver',
      class {
        static supportedEntryTypes = types
        readonly onEntries: (list: { getEntries(): object[] }) => void
        constructor(onEntries: (list: { getEntries(): object[] }) => void) {
          this.onEntries = onEntries
        }
        observe({ type }: { type: string }) {
          observed.set(type, this.onEntries)
        }
        disconnect() {}
      },
    )
    end = start()
    const see = (type: string, ...entries: object[]) => observed.get(type)?.({ getEntries: () => entries })
    const unmount = recordMounted('alpha@1.0.0')
    addRecords(load())
    await vi.advanceTimersByTimeAsync(5_000)
    ticket = 'newer'
    see('largest-contentful-paint', { startTime: 800 }, { startTime: 912.4 })
    see('event', { duration: 500 }, { duration: 96, interactionId: 7 }, { duration: 48, interactionId: 8 })
    const shift = (startTime: number, value: number) => ({ startTime, value })
    see('layout-shift', shift(100, 0.1), shift(600, 0.1), shift(3_000, 0.15), {
      value: 9,
      hadRecentInput: true,
    })
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    document.dispatchEvent(new Event('visibilitychange'))
    hidden.mockRestore()
    unmount()
    const first = { name: 'alpha', version: '1.0.0', outcome: 'ok', trace: TRACE, ms: 120 }
    expect(sent()).toEqual([
      { ticket: 'signed', shell: '9.0.0-s', loads: [first] },
      {
        ticket: 'signed',
        shell: '9.0.0-s',
        loads: [{ ...first, vitals: { lcpMs: 912, inpMs: 96, cls: 0.2 } }],
      },
    ])
  })
})
