import { expect, it, onTestFinished } from 'vitest'
import { createReaderPool } from './extractor.ts'
import { ImageRefused } from './reading.ts'

const child = new URL('./testing/scripted-child.ts', import.meta.url)
const readOptions = { wantsImage: false, words: null }
/** Enough to start a process on a busy machine. */
const ANSWER_MS = 15_000
/** Limit of tests that wait until it is exceeded. They start processes within it, too. */
const SHORT_ANSWER_MS = 4_000
/** An ended process of the lowest priority takes a while to exit on a busy machine. */
const EXIT = { timeout: 10_000 }

function poolOf(options: Partial<Parameters<typeof createReaderPool>[0]> = {}) {
  const pool = createReaderPool({
    workers: 1,
    waiting: 4,
    answerMs: ANSWER_MS,
    child,
    full: () => new Error('full'),
    ...options,
  })
  onTestFinished(() => pool.close())
  const read = (script: string, more: { signal?: AbortSignal; key?: string } = {}) =>
    pool.read(more.key ?? 'pat', { image: Buffer.from(script), options: readOptions, signal: more.signal })
  /** Asks a reader process for its state. */
  const who = async () => {
    const { rows } = await read('who')
    return JSON.parse(rows[0]?.gameTime ?? '') as {
      pid: number
      bytes: number
      variables: string[]
      canWrite: boolean
      canSignal: boolean
    }
  }
  return { read, who, pool }
}
const isDisconnected = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

it('N5: the reader pool reads images one by one in one process without secrets or write access', async () => {
  process.env.SUPABASE_SECRET_KEY = 'a secret'
  onTestFinished(() => {
    delete process.env.SUPABASE_SECRET_KEY
  })
  const { who, read } = poolOf()
  const first = await who()
  expect(first).toMatchObject({
    bytes: 3,
    // Options of the allocator, and nothing of the API's environment.
    variables: ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'],
    canWrite: false,
    canSignal: false,
  })
  const { rows, size } = await read('x'.repeat(300_000))
  expect(rows).toHaveLength(1)
  expect(size).toEqual({ width: 20, height: 10 })
  expect((await who()).pid).toBe(first.pid)
})

it('N5: the reader pool returns the upright image before the rows when requested', async () => {
  const { pool } = poolOf()
  const seen: string[] = []
  await pool.read('pat', {
    image: Buffer.from('x'),
    options: { wantsImage: true, words: null },
    onUprightImage: (picture) => seen.push(Buffer.from(picture).toString()),
  })
  expect(seen).toEqual(['jpeg'])
})

it('N5: the reader pool keeps the process after an image that was refused or failed', async () => {
  const { read, who } = poolOf()
  const { pid } = await who()
  await expect(read('animated')).rejects.toThrow(new ImageRefused('animated'))
  await expect(read('fail')).rejects.toThrow('the reader failed: scripted')
  expect((await who()).pid).toBe(pid)
})

it.each(['hang', 'spin'])(
  'N5: the reader pool replaces a process that exceeds the read time (%s)',
  async (how) => {
    const { read, who } = poolOf({ answerMs: SHORT_ANSWER_MS })
    const { pid } = await who()
    await expect(read(how)).rejects.toThrow(new ImageRefused('time'))
    expect((await who()).pid).not.toBe(pid)
    await expect.poll(() => isDisconnected(pid), EXIT).toBe(true)
  },
)

it('N5: the reader pool replaces a crashed process and reports when it ran out of memory', async () => {
  const { read, who } = poolOf({ maxMemoryMb: 300 })
  const { pid } = await who()
  await expect(read('crash')).rejects.toThrow('the reader ended: 3')
  expect((await who()).pid).not.toBe(pid)
  await expect(read('hungry')).rejects.toThrow(new ImageRefused('memory'))
  expect((await who()).bytes).toBe(3)
})

it.each(['hang', 'spin'])(
  'N5: an image that %ss does not keep the images of other users waiting',
  async (how) => {
    const { read, who } = poolOf()
    await who()
    const slow = Array.from({ length: 2 }, () =>
      read(how, { key: 'odd' }).catch((error: Error) => error.message),
    )
    const others = ['ann', 'bob'].map((key) => read('x', { key }))
    expect((await Promise.all(others)).map(({ rows }) => rows.length)).toEqual([1, 1])
    expect(await slow[0]).toBe('full')
  },
  40_000,
)

it('N5: the reader pool starts a new process after an idle one was killed', async () => {
  const { who } = poolOf()
  const { pid } = await who()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isDisconnected(pid), EXIT).toBe(true)
  expect((await who()).pid).not.toBe(pid)
})

it('N5: the reader pool ends aborted work, queued or running', async () => {
  const { read, who } = poolOf({ answerMs: 60_000 })
  const { pid } = await who()
  const reading = new AbortController()
  const waiting = new AbortController()
  const first = read('hang', { signal: reading.signal })
  const second = read('x', { signal: waiting.signal, key: 'sam' })
  const third = who()
  waiting.abort()
  await expect(second).rejects.toThrow('full')
  reading.abort()
  await expect(first).rejects.toThrow('the request for this image was aborted')
  expect((await third).pid).not.toBe(pid)
  await expect.poll(() => isDisconnected(pid), EXIT).toBe(true)
})

it('N5: the reader pool refuses work beyond its queue, of which one user gets half', async () => {
  const { read } = poolOf({ waiting: 2, answerMs: 60_000 })
  const reading = new AbortController()
  const first = read('hang', { signal: reading.signal })
  const second = read('x', { key: 'sam' })
  // One user gets at most half of the queue.
  await expect(read('x', { key: 'sam' })).rejects.toThrow('full')
  const third = read('x', { key: 'kim' })
  await expect(read('x', { key: 'lou' })).rejects.toThrow('full')
  reading.abort()
  await expect(first).rejects.toThrow()
  expect((await second).rows).toHaveLength(1)
  expect((await third).rows).toHaveLength(1)
})

it('N5: the reader pool ends the process after a large image to free its memory', async () => {
  const { who, read } = poolOf()
  const { pid } = await who()
  expect((await read('large')).size).toEqual({ width: 8_000, height: 6_000 })
  expect((await who()).pid).not.toBe(pid)
  await expect.poll(() => isDisconnected(pid), EXIT).toBe(true)
})

it('N5: the reader pool ends idle processes, and all processes when it is closed', async () => {
  const { who, pool } = poolOf({ idleMs: 50 })
  const { pid } = await who()
  await expect.poll(() => isDisconnected(pid), EXIT).toBe(true)
  const { pid: second } = await who()
  pool.close()
  await expect.poll(() => isDisconnected(second), EXIT).toBe(true)
  await expect(who()).rejects.toThrow('full')
})

it('N5: the reader pool refuses an image that would wait too long, and answers within the time limit', async () => {
  const { read, pool } = poolOf({ workers: 1, waiting: 20, answerMs: SHORT_ANSWER_MS })
  const begunMs = performance.now()
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => read('hang', { key: `user ${at}` })),
  )
  expect(performance.now() - begunMs).toBeLessThan(2 * SHORT_ANSWER_MS)
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill('rejected'))
  // The image that was being read had the whole time; the others may be sent again.
  const reasons = answers.map((answer) => String(Reflect.get(answer, 'reason')))
  expect(reasons).toEqual([String(new ImageRefused('time')), ...Array(9).fill('Error: full')])
  expect(pool.expectedMs()).toBeGreaterThan(0)
  expect(await read('x')).toMatchObject({ size: { width: 20, height: 10 } })
})
