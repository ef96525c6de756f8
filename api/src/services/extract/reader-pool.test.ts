import { expect, it, onTestFinished } from 'vitest'
import { createReaderPool } from './reader-pool.ts'
import { PictureRefused } from './reading.ts'

const child = new URL('./testing/scripted-child.ts', import.meta.url)
const order = { roster: [], wantsPicture: false }
const READ_MS = 1_500

function poolOf(options: { workers?: number; waiting?: number; idleMs?: number; readMs?: number } = {}) {
  const pool = createReaderPool({
    ...{ workers: 1, waiting: 4, readMs: READ_MS, child, full: () => new Error('full') },
    ...options,
  })
  onTestFinished(() => pool.close())
  const read = (script: string, more: { signal?: AbortSignal; key?: string } = {}) =>
    pool.read(more.key ?? 'pat', { image: Buffer.from(script), order, signal: more.signal })
  /** Asks a process about itself. */
  const who = async () => {
    const { rows } = await read('who')
    return JSON.parse(rows[0]?.gameTime ?? '') as {
      pid: number
      bytes: number
      secrets: string[]
      canWrite: boolean
    }
  }
  return { read, who, pool }
}
const isGone = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

it('N5: reads one picture after the other in one process, which has no secrets and cannot write', async () => {
  process.env.SUPABASE_SECRET_KEY = 'a secret'
  onTestFinished(() => {
    delete process.env.SUPABASE_SECRET_KEY
  })
  const { who, read } = poolOf()
  const first = await who()
  expect(first).toMatchObject({ bytes: 3, secrets: [], canWrite: false })
  const { rows, size } = await read('x'.repeat(300_000))
  expect(rows).toHaveLength(1)
  expect(size).toEqual({ width: 20, height: 10 })
  expect((await who()).pid).toBe(first.pid)
})

it('N5: hands over the upright picture before the rows, where it is wanted', async () => {
  const { pool } = poolOf()
  const seen: string[] = []
  await pool.read('pat', {
    image: Buffer.from('x'),
    order: { roster: [], wantsPicture: true },
    onPicture: (picture) => seen.push(Buffer.from(picture).toString()),
  })
  expect(seen).toEqual(['jpeg'])
})

it('N5: keeps the process after a picture that it refused or failed on', async () => {
  const { read, who } = poolOf()
  const { pid } = await who()
  await expect(read('animated')).rejects.toThrow(new PictureRefused('animated'))
  await expect(read('fail')).rejects.toThrow('the reader failed: scripted')
  expect((await who()).pid).toBe(pid)
})

it.each(['hang', 'spin'])(
  'N5: ends a process that does not come back (%s), and reads on in another',
  async (how) => {
    const { read, who } = poolOf()
    const { pid } = await who()
    await expect(read(how)).rejects.toThrow(new PictureRefused('time'))
    expect((await who()).pid).not.toBe(pid)
    await expect.poll(() => isGone(pid)).toBe(true)
  },
)

it('N5: replaces a process that died, and says when it was out of memory', async () => {
  const { read, who } = poolOf()
  const { pid } = await who()
  await expect(read('crash')).rejects.toThrow('the reader ended: SIGSEGV')
  expect((await who()).pid).not.toBe(pid)
  await expect(read('hungry')).rejects.toThrow(new PictureRefused('memory'))
  expect((await who()).bytes).toBe(3)
})

it('N5: reads on after its process was killed while it was idle', async () => {
  const { who } = poolOf()
  const { pid } = await who()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isGone(pid)).toBe(true)
  expect((await who()).pid).not.toBe(pid)
})

it('N5: ends the work of somebody who leaves, waiting or read', async () => {
  const { read, who } = poolOf({ readMs: 60_000 })
  const { pid } = await who()
  const [reading, waiting] = [new AbortController(), new AbortController()]
  const first = read('hang', { signal: reading.signal })
  const second = read('x', { signal: waiting.signal, key: 'sam' })
  const third = who()
  waiting.abort()
  await expect(second).rejects.toThrow('full')
  reading.abort()
  await expect(first).rejects.toThrow('nobody waits for this picture any more')
  expect((await third).pid).not.toBe(pid)
  await expect.poll(() => isGone(pid)).toBe(true)
})

it('N5: refuses more than may wait', async () => {
  const { read } = poolOf({ waiting: 2, readMs: 60_000 })
  const reading = new AbortController()
  const first = read('hang', { signal: reading.signal })
  const second = read('x', { key: 'sam' })
  // Half of the places are the most for one user.
  await expect(read('x', { key: 'sam' })).rejects.toThrow('full')
  const third = read('x', { key: 'kim' })
  await expect(read('x', { key: 'lou' })).rejects.toThrow('full')
  reading.abort()
  await expect(first).rejects.toThrow()
  expect((await second).rows).toHaveLength(1)
  expect((await third).rows).toHaveLength(1)
})

it('N5: ends the process of a large picture with it: the next one finds its memory free', async () => {
  const { who, read } = poolOf()
  const { pid } = await who()
  expect((await read('large')).size).toEqual({ width: 8_000, height: 6_000 })
  expect((await who()).pid).not.toBe(pid)
  await expect.poll(() => isGone(pid)).toBe(true)
})

it('N5: gives back the memory of a process without work, and of all when it is closed', async () => {
  const { who, pool } = poolOf({ idleMs: 50 })
  const { pid } = await who()
  await expect.poll(() => isGone(pid)).toBe(true)
  const { pid: second } = await who()
  pool.close()
  await expect.poll(() => isGone(second)).toBe(true)
  await expect(who()).rejects.toThrow('full')
})
