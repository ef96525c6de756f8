import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeDeps } from '../../testing/fake-deps.ts'
import { shellRelease } from '../../testing/releases.ts'
import { checkHealth, checkReady } from './health.ts'
import { memoize } from './memoize.ts'

it('an instance is ready from the first good check until it stops, also in short outages', async () => {
  let status: 'ok' | 'degraded' | 'down' = 'down'
  let stopping = false
  let time = 0
  const ready = checkReady(
    { isStopping: () => stopping },
    async () => ({ status }),
    () => time,
  )
  expect(await ready()).toBe(false)
  status = 'degraded'
  expect(await ready()).toBe(true)
  status = 'down'
  time = 5_900
  expect(await ready()).toBe(true)
  time = 6_000
  expect(await ready()).toBe(false)
  status = 'ok'
  expect(await ready()).toBe(true)
  stopping = true
  expect(await ready()).toBe(false)
})

const withStore = (health: () => Promise<void>) => {
  const deps = fakeDeps()
  return checkHealth({ ...deps, bundles: { ...deps.bundles, health } })
}

it('the health is degraded when releases cannot be stored, and parallel checks ask the store once', async () => {
  const health = vi.fn(async () => {
    throw new Error('EROFS: read-only file system')
  })
  const check = withStore(health)
  const [first] = await Promise.all([check(), check(), check()])
  expect(first?.status).toBe('degraded')
  expect(first?.parts['data service']).toEqual({ ok: true })
  expect(first?.parts['bundle store']).toEqual({ ok: false, detail: expect.not.stringContaining('EROFS') })
  expect(health).toHaveBeenCalledOnce()
})

it('the health is degraded when the disk of the database is full, without the name of a file', async () => {
  const deps = fakeDeps()
  const operations = {
    ...deps.repositories.operations,
    probeStorage: async () => {
      throw new Error('could not extend file "base/1/2": No space left on device')
    },
  }
  const answer = await checkHealth({ ...deps, repositories: { ...deps.repositories, operations } })()
  expect(answer.status).toBe('degraded')
  expect(answer.parts['database disk']).toEqual({ ok: false, detail: expect.not.stringContaining('base/') })
})

it('the health check does not wait for a bundle store that never answers', async () => {
  vi.useFakeTimers()
  const answer = withStore(() => new Promise(() => {}))()
  await vi.advanceTimersByTimeAsync(2_000)
  expect((await answer).parts['bundle store']?.ok).toBe(false)
  vi.useRealTimers()
})

it('the health check reports a working bundle store as ok', async () => {
  expect((await withStore(async () => {})()).parts['bundle store']).toEqual({ ok: true })
})

describe('the page', () => {
  const check = async (stored: string[] | Error, live: boolean | Error = true) => {
    const deps = fakeDeps()
    const files = async () => {
      if (stored instanceof Error) throw stored
      return stored
    }
    const read = async () => {
      if (live instanceof Error) throw live
      return { ...(await deps.releases.read()), liveShell: live ? shellRelease : null }
    }
    const changed = { ...deps, bundles: { ...deps.bundles, files }, releases: { ...deps.releases, read } }
    const { status, parts } = await checkHealth(changed)()
    return [status, parts.page?.detail]
  }

  it('is ok while the entry of the live shell is stored', async () => {
    expect((await check([shellRelease.entry]))[1]).toBeUndefined()
  })

  it.each([
    ['the bucket is empty', [], true, /no files of shell .*500/],
    ['the bucket does not answer', new Error('ECONNREFUSED'), true, /does not answer/],
    ['no shell is published', [], false, /no shell release is published/],
    ['no registry was read, because the database is away', [], new Error('away'), /static page/],
  ] as const)('says what visitors get if %s', async (_, stored, live, detail) => {
    const files = stored instanceof Error ? stored : [...stored]
    expect(await check(files, live)).toEqual(['degraded', expect.stringMatching(detail)])
  })
})

it('Redis is listed where it is configured, with what happens without it', async () => {
  const partOf = async (redis: { isReady: boolean } | null) =>
    (await checkHealth(fakeDeps({ redis }))()).parts.redis
  expect(await partOf(null)).toBeUndefined()
  expect(await partOf({ isReady: true })).toEqual({ ok: true })
  expect(await partOf({ isReady: false })).toEqual({
    ok: false,
    detail: expect.stringContaining('each instance'),
  })
})

describe('the jobs', () => {
  const checkWith = (jobs: { check(): Promise<void> } | null) => checkHealth(fakeDeps({ jobs }))()

  it('that cannot run make the health degraded, with what is waiting and without the error', async () => {
    const check = async () => {
      throw new Error('self-signed certificate in certificate chain, password=x')
    }
    const { status, parts } = await checkWith({ check })
    expect(status).toBe('degraded')
    expect(parts.jobs).toEqual({ ok: false, detail: expect.stringMatching(/^not running: settlement/) })
    expect(parts.jobs?.detail).not.toContain('password')
  })

  it('that run are ok, and so is an instance without jobs, which says so', async () => {
    expect((await checkWith({ check: async () => {} })).parts.jobs).toEqual({ ok: true })
    expect((await checkWith(null)).parts.jobs).toEqual({
      ok: true,
      detail: expect.stringContaining('off on this instance'),
    })
  })
})

it('a result is kept for the interval, and a failure for its own shorter one', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ask = vi.fn(async () => 'read')
  ask.mockRejectedValueOnce(new Error('away'))
  const read = memoize(600_000, 2_000, ask, 15_000)
  await expect(read()).rejects.toThrow('away')
  await vi.advanceTimersByTimeAsync(14_000)
  await expect(read()).rejects.toThrow('away')
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await read()).toBe('read')
  await vi.advanceTimersByTimeAsync(599_000)
  expect(await read()).toBe('read')
  expect(ask).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(2_000)
  await read()
  expect(ask).toHaveBeenCalledTimes(3)
})
