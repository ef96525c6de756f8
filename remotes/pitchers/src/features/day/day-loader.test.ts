import type { PitcherRecord } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiError, DATE, end, facts, fakeServer, PITCHERS, start, stream } from '../../testing/fixtures.ts'
import { DayLoader } from './day-loader.ts'

const PATH = '/api/pitchers'
const NOW = new Date('2026-07-18T16:00:00Z')
const HOURS_12_MS = 43_200_000

type Query = Record<string, unknown>
const run = async (answers: unknown[], seconds = 0) => {
  const server = fakeServer({ [PATH]: answers })
  const loader = new DayLoader(server.api, 'sample', DATE)
  const controller = new AbortController()
  const ended = loader.run(controller.signal)
  await vi.advanceTimersByTimeAsync(100 + seconds * 1_000)
  const queries = () => server.requests(PATH).map(({ request }) => request.query as Query)
  return { day: () => loader.day.get(), queries, loader, abort: () => controller.abort(), ended }
}
const [first, second, ...others] = PITCHERS
if (!first || !second) throw new Error('two pitchers')

describe('H6 a day in two phases', () => {
  beforeEach(() => {
    localStorage.clear()
    vi.useFakeTimers({ now: NOW })
  })
  afterEach(() => vi.useRealTimers())

  it('reads strikeouts, then hits allowed, and ends', async () => {
    const { day, queries, ended } = await run([stream])
    await ended
    expect(queries().map(({ date, phase, skip }) => [date, phase, skip])).toEqual([
      [DATE, 'strikeouts', undefined],
      [DATE, 'hits-allowed', undefined],
    ])
    expect(day().entries?.every(({ done }) => done.strikeouts && done['hits-allowed'])).toBe(true)
    expect(day()).toMatchObject({ reading: null, failure: null, missing: [], stale: false })
  })

  it('reads all others when a pitcher or a record cannot be read, and tells so', async () => {
    const pitchers = [...PITCHERS, { ...first, id: null } as never]
    const records = [
      start('strikeouts', pitchers),
      { ...facts(first, 'strikeouts'), season: null },
      7,
      ...[second, ...others].map((pitcher) => facts(pitcher, 'strikeouts')),
      end(),
    ]
    const { day, abort } = await run([records, [start('hits-allowed', pitchers), end()]])
    expect(day().entries).toHaveLength(PITCHERS.length)
    expect(day()).toMatchObject({
      failure: null,
      unread: 1,
      missing: [{ id: first.id, phase: 'strikeouts', reason: 'could not be read' }],
    })
    abort()
  })

  it('sends no request on a second visit within twelve hours', async () => {
    await run([stream])
    vi.setSystemTime(NOW.getTime() + HOURS_12_MS - 1_000)
    const again = await run([stream])
    expect(again.queries()).toEqual([])
    expect(again.day().entries).toHaveLength(PITCHERS.length)
  })

  it('reads everything again after twelve hours, and shows the old numbers as stale when that fails', async () => {
    await run([stream])
    vi.setSystemTime(NOW.getTime() + HOURS_12_MS)
    const again = await run([apiError('away', 503)])
    expect(again.queries()[0]?.skip).toBeUndefined()
    expect(again.day()).toMatchObject({ stale: true, readAt: NOW.toISOString() })
    expect(again.day().entries?.[0]?.facts.strikeouts).toBeDefined()
    expect(again.day().failure?.title).toBe('Request failed: 503')
    again.abort()
  })

  it('continues a cut stream at its last record, on the same page and on the next', async () => {
    const cut = [start('strikeouts'), facts(first, 'strikeouts')]
    const here = await run([cut, stream])
    expect(here.day().failure?.title).toBe('The answer was cut off')
    here.abort()
    const next = await run([stream])
    expect(next.queries()[0]).toMatchObject({ phase: 'strikeouts', skip: String(first.id) })
    expect(next.day().failure).toBeNull()
  })

  it('retries with growing delays, and at once when the browser is back online', async () => {
    const { day, queries, abort } = await run([apiError('away', 500), apiError('away', 500), stream], 60)
    expect(queries()).toHaveLength(4)
    expect(day().failure).toBeNull()
    abort()
    localStorage.clear()
    const offline = await run([apiError('', 0, 'CONNECTION_ERROR'), stream])
    expect(offline.day().failure).toMatchObject({ title: 'Failed to load data' })
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(100)
    expect(offline.day().failure).toBeNull()
  })

  it('waits as long as the server’s Retry-After', async () => {
    const { queries, abort } = await run(
      [apiError('slow down', 429, 'X', { retryAfterSeconds: 30 }), stream],
      25,
    )
    expect(queries()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(queries()).toHaveLength(3)
    abort()
  })

  it('lists missing pitchers, and requests them again after a minute', async () => {
    const incomplete = (phase: 'strikeouts' | 'hits-allowed'): PitcherRecord[] => [
      start(phase),
      facts(first, phase),
      ...others.map((pitcher) => facts(pitcher, phase)),
      { type: 'missing', id: second.id, reason: 'the game log could not be read' },
      end({ missing: 1 }),
    ]
    const { day, queries, abort } = await run([incomplete('strikeouts'), incomplete('hits-allowed'), stream])
    expect(day().missing).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(queries()).toHaveLength(4)
    expect(String(queries()[2]?.skip).split(',')).not.toContain(String(second.id))
    expect(day().missing).toEqual([])
    abort()
  })

  it('shows stale numbers with the server’s read time, and requests them again', async () => {
    const stale = (call: Parameters<typeof stream>[0]) => [
      ...stream(call).slice(0, -1),
      end({ stale: true, readAt: '2026-07-18T09:00:00Z' }),
    ]
    const { day, queries, abort } = await run([stale, stale, stream])
    expect(day()).toMatchObject({ stale: true, readAt: '2026-07-18T09:00:00Z' })
    await vi.advanceTimersByTimeAsync(61_000)
    expect(queries()).toHaveLength(4)
    expect(day().stale).toBe(false)
    abort()
  })

  it('reports the server’s own error, and keeps the records received before', async () => {
    const errorRecord = {
      type: 'error',
      message: 'The stats service is away',
      code: 'UPSTREAM',
      requestId: 'r-9',
    }
    const { day, abort } = await run([[start('strikeouts'), facts(first, 'strikeouts'), errorRecord]])
    expect(day().failure).toMatchObject({ title: 'The stats service is away', requestId: 'r-9' })
    expect(day().entries?.[0]?.done.strikeouts).toBe(true)
    abort()
  })

  it('requests facts again when their earlier seasons could not be read', async () => {
    const short = [
      start('strikeouts', [first]),
      { ...facts(first, 'strikeouts'), missingSeasons: [2021] },
      end(),
    ]
    const { day, queries, abort } = await run([short, [start('hits-allowed', [first]), end()], stream], 61)
    expect(day().entries?.[0]?.facts.strikeouts).toBeDefined()
    expect(queries().length).toBeGreaterThan(2)
    abort()
  })

  it('requests a forecast again while its batting order is still being read', async () => {
    const early = [
      start('strikeouts', [first]),
      { ...facts(first, 'strikeouts'), lineup: 'pending' as const },
      end(),
    ]
    const { day, queries, abort } = await run([early, [start('hits-allowed', [first]), end()], stream], 61)
    expect(day().entries?.[0]?.facts.strikeouts).toBeDefined()
    expect(queries().length).toBeGreaterThan(2)
    abort()
  })

  it.each([
    ['a guessed batting order after 15 minutes', { lineup: 'guessed' as const }, 15, 2],
    ['a guessed batting order within 15 minutes', { lineup: 'guessed' as const }, 14, 0],
    ['an announced batting order', { lineup: 'announced' as const }, 600, 0],
    ['another version of the engine', { engine: '2020-01-01' }, 1, 2],
  ])('on a later visit, with %s, sends the right number of requests', async (_, known, minutes, requests) => {
    const all = (phase: 'strikeouts' | 'hits-allowed') => [
      start(phase, [first]),
      { ...facts(first, phase), ...known },
      end(),
    ]
    await run([all('strikeouts'), all('hits-allowed')])
    vi.setSystemTime(NOW.getTime() + minutes * 60_000)
    const again = await run([all('strikeouts'), all('hits-allowed')])
    expect(again.queries()).toHaveLength(requests)
    expect(again.day().entries?.[0]?.facts.strikeouts).toBeDefined()
  })

  it('reads everything again on demand, and shows the known numbers until then', async () => {
    const { loader, queries, ended } = await run([stream])
    await ended
    loader.forget()
    const again = loader.run(new AbortController().signal)
    await vi.advanceTimersByTimeAsync(100)
    await again
    expect(queries()).toHaveLength(4)
    expect(queries()[2]?.skip).toBeUndefined()
    expect(loader.day.get().stale).toBe(false)
  })

  it.each(['{', '{"version":3}', '{"version":2,"timestamp":0,"data":[]}', '[]', 'null', '7'])(
    'ignores invalid stored data: %s',
    async (text) => {
      localStorage.setItem(`propsight:pitchers:sample:${DATE}`, text)
      const { queries } = await run([stream])
      expect(queries()).toHaveLength(2)
    },
  )

  it('works when nothing can be stored', async () => {
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const { day } = await run([stream])
    expect(day().entries).toHaveLength(PITCHERS.length)
    refuse.mockRestore()
  })

  it('stores one day only', async () => {
    localStorage.setItem('propsight:pitchers:sample:2026-07-17', '{}')
    await run([stream])
    expect(Object.keys(localStorage)).toEqual([`propsight:pitchers:sample:${DATE}`])
  })
})
