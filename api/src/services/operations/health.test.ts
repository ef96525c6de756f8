import { expect, it, vi } from 'vitest'
import { fakeDeps } from '../../testing/fake-deps.ts'
import { checkHealth } from './health.ts'

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
