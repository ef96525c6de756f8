import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import Koa from 'koa'
import { afterEach, expect, it, vi } from 'vitest'
import { HttpError } from '../platform/errors.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { compression } from './compression.ts'
import type { ApiContext, ApiState } from './context.ts'
import { type RecordStream, recordLine, streamRecords } from './ndjson.ts'
import { errorEnvelope, requestFrame } from './request-frame.ts'

let server: Server | undefined
afterEach(() => server?.close())

const atOnce = async (_ctx: ApiContext) => undefined

async function serve(
  produce: (out: RecordStream) => Promise<void>,
  before: (ctx: ApiContext) => Promise<unknown> = atOnce,
  onBrotli?: (bytes: Buffer) => void,
): Promise<string> {
  const app = new Koa<ApiState>()
  const deps = fakeDeps()
  // Some clients disconnect on purpose here.
  app.on('error', () => undefined)
  app.use(requestFrame(deps)).use(compression()).use(errorEnvelope())
  app.use(async (ctx) => {
    await before(ctx)
    await streamRecords(ctx, produce, onBrotli)
  })
  const listening = app.listen(0, '127.0.0.1')
  server = listening
  await new Promise((resolve) => listening.once('listening', resolve))
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line))

it.each(['identity', 'gzip', 'br'])(
  'an NDJSON stream sends each record when it is written, encoded as %s',
  async (encoding) => {
    const next = Promise.withResolvers<void>()
    const url = await serve(async (out) => {
      await out.write({ n: 1 })
      await next.promise
      await out.write({ type: 'end' })
    })
    const response = await fetch(url, { headers: { 'accept-encoding': encoding } })
    expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding)
    expect(response.headers.get('content-type')).toContain('application/x-ndjson')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('{"n":1}\n')
    next.resolve()
    expect((await reader?.read())?.value).toBe('{"type":"end"}\n')
  },
)

it('a Brotli response is passed on as it was sent, for the next request', async () => {
  const sent: Buffer[] = []
  const next = Promise.withResolvers<void>()
  const produce = async (out: RecordStream) => {
    await out.write({ n: 1 })
    await next.promise
    await out.write({ type: 'end' })
  }
  const url = await serve(produce, atOnce, (bytes) => sent.push(bytes))
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('content-encoding')).toBe('br')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe('{"n":1}\n')
  expect(sent).toEqual([])
  next.resolve()
  expect((await reader?.read())?.value).toBe('{"type":"end"}\n')
  expect((await reader?.read())?.done).toBe(true)
  expect(sent.map((bytes) => brotliDecompressSync(bytes).toString())).toEqual(['{"n":1}\n{"type":"end"}\n'])

  const other = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
  expect(linesOf(await other.text())).toEqual([{ n: 1 }, { type: 'end' }])
  expect(sent).toHaveLength(1)
})

it('a Brotli response to a disconnected client is not passed on', async () => {
  const aborted = Promise.withResolvers<void>()
  const onBrotli = vi.fn()
  const url = await serve(
    async (out) => {
      await out.write({ n: 1 })
      out.signal.addEventListener('abort', () => aborted.resolve())
      await aborted.promise
      await out.write({ type: 'end' })
    },
    atOnce,
    onBrotli,
  )
  const client = new AbortController()
  await fetch(url, { headers: { 'accept-encoding': 'br' }, signal: client.signal })
  client.abort()
  await aborted.promise
  server?.closeAllConnections()
  expect(onBrotli).not.toHaveBeenCalled()
})

it('an NDJSON stream answers with an ordinary error when it fails before the first record', async () => {
  const url = await serve(async () => {
    throw new HttpError(503, 'UPSTREAM_UNAVAILABLE', 'The stats service is away')
  })
  const response = await fetch(url)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    message: 'The stats service is away',
  })
})

it('an NDJSON stream ends with an error record without internal details when it fails midway', async () => {
  const url = await serve(async (out) => {
    await out.write({ n: 1 })
    throw new Error('password=hunter2')
  })
  const [first, last] = linesOf(await (await fetch(url)).text())
  expect(first).toEqual({ n: 1 })
  expect(last).toMatchObject({ type: 'error', code: 'INTERNAL', requestId: expect.any(String) })
  expect(JSON.stringify(last)).not.toContain('hunter2')
})

it('an NDJSON stream of 5 MB arrives completely', async () => {
  let written = 0
  const url = await serve(async (out) => {
    for (; written < 500; written += 1) await out.write({ filler: 'x'.repeat(10_000) })
  })
  const response = await fetch(url)
  const text = await response.text()
  expect(linesOf(text)).toHaveLength(500)
})

it('an NDJSON stream aborts its producer when the client disconnects', async () => {
  const stopped = Promise.withResolvers<boolean>()
  const url = await serve(async (out) => {
    await out.write({ n: 1 })
    await new Promise<void>((resolve) =>
      out.signal.addEventListener('abort', () => resolve(), { once: true }),
    )
    stopped.resolve(out.signal.aborted)
  })
  const client = request(url, (response) => response.once('data', () => client.destroy()))
  client.on('error', () => undefined)
  client.end()
  expect(await stopped.promise).toBe(true)
})

it('an NDJSON stream does not start when the client has disconnected already', async () => {
  let begun = false
  const looking = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const url = await serve(
    async () => {
      begun = true
    },
    async (ctx) => {
      const closed = new Promise<void>((resolve) => ctx.res.once('close', () => resolve()))
      looking.resolve()
      await closed
      setImmediate(() => over.resolve())
    },
  )
  const client = request(url)
  client.on('error', () => undefined)
  client.end()
  await looking.promise
  client.destroy()
  await over.promise
  expect(begun).toBe(false)
})

const readLine = (record: object): unknown => {
  const text = recordLine(record).toString()
  expect(text).toMatch(/^[^\n]+\n$/)
  return JSON.parse(text)
}

it('a record is one line of JSON with all of its properties', () => {
  const games = [{ date: '2026-07-15', hits: 2 }]
  for (const record of [
    { type: 'start', total: 3 },
    { name: 'Lisandro Quiñónez', games, forecastScope: ['Hits'] },
    { games },
    { games: [], forecasts: undefined },
    { games: 'none' },
  ]) {
    expect(readLine(record)).toEqual(JSON.parse(JSON.stringify(record)))
  }
})

it('records that share their games keep their own other properties', () => {
  const games = [{ hits: 1 }]
  expect(readLine({ market: 'Hits', games })).toEqual({ market: 'Hits', games })
  expect(readLine({ market: 'Runs', games })).toEqual({ market: 'Runs', games })
  expect(readLine({ market: 'Runs', games: [{ hits: 2 }] })).toEqual({ market: 'Runs', games: [{ hits: 2 }] })
})
