import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newRemote, publishRow } from '../../../testing/deploys.ts'
import { startTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createBundleStore } from '../store/bundle-store.ts'
import { createFolderObjects } from '../store/folder-objects.ts'
import { cleanStore, removeLeftovers } from './deploy-release.ts'

let api: TestApi
let folder: string
beforeAll(async () => {
  // Without jobs: the sweep job would interfere with the tests.
  api = await startTestApi({ jobs: false })
})
afterAll(() => api?.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'propsight-clean-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const depsOf = () => {
  const deps = api.instances[0]?.deps
  if (!deps) throw new Error('no instance')
  return { ...deps, bundles: createBundleStore(createFolderObjects(folder)) }
}
const put = (name: string, version: string) =>
  depsOf().bundles.put({ name, version }, new Map([['a.js', new TextEncoder().encode(version)]]), {
    isPublished: false,
    until: Number.POSITIVE_INFINITY,
  })
const stored = async (name: string) => (await readdir(join(folder, name)).catch(() => [])).sort()
const DAY_MS = 86_400_000
const age = async (name: string, version: string, days: number) => {
  const then = new Date(Date.now() - days * DAY_MS)
  const dates = { published_at: then.toISOString(), last_live_at: then.toISOString() }
  await api.admin.from('remote_releases').update(dates).eq('name', name).eq('version', version)
  await utimes(join(folder, name, version, 'a.js'), then, then)
}

describe('F2 the bundle sweep', () => {
  it.each([
    ['the last ten releases at any age', (index: number) => 100 - index, 3],
    ['every release served within thirty days', (index: number) => (index < 2 ? 31 : 29), 2],
  ])('keeps %s', async (_, daysAgo, removed) => {
    const name = newRemote()
    const versions = Array.from({ length: 13 }, (_, index) => `1.${String(index).padStart(2, '0')}.0`)
    for (const version of versions) {
      await put(name, version)
      await publishRow(api, name, version)
    }
    for (const [index, version] of versions.entries()) await age(name, version, daysAgo(index))
    await Promise.all([cleanStore(depsOf()), cleanStore(depsOf())])
    expect(await stored(name)).toEqual(versions.slice(removed))
    await cleanStore(depsOf())
    expect(await stored(name)).toEqual(versions.slice(removed))
  })

  it('keeps the files of an old release that is published again during the sweep', async () => {
    const name = newRemote()
    const versions = Array.from({ length: 12 }, (_, index) => `1.${String(index).padStart(2, '0')}.0`)
    for (const version of versions) {
      await put(name, version)
      await publishRow(api, name, version)
    }
    for (const version of versions) await age(name, version, 90)
    const deps = depsOf()
    const { rollouts } = deps.repositories
    const markRemovable: typeof rollouts.markRemovable = async (...args) => {
      const marked = await rollouts.markRemovable(...args)
      expect(marked).toContainEqual({ name, version: '1.00.0' })
      expect(await put(name, '1.00.0')).toBe('there')
      await publishRow(api, name, '1.00.0')
      return marked
    }
    const repositories = { ...deps.repositories, rollouts: { ...rollouts, markRemovable } }
    await cleanStore({ ...deps, repositories })
    expect(await stored(name)).toEqual(versions.filter((version) => version !== '1.01.0'))
  })

  it('removes old unpublished releases and unfinished writes', async () => {
    const name = newRemote()
    await publishRow(api, name, '1.0.0')
    for (const version of ['1.0.0', '2.0.0', '3.0.0']) await put(name, version)
    for (const version of ['1.0.0', '2.0.0']) await age(name, version, 1)
    const staged = join(folder, '.staging/died')
    await writeFile(staged, '1')
    await utimes(staged, new Date(0), new Date(0))
    await cleanStore(depsOf())
    expect(await stored(name)).toEqual(['1.0.0', '3.0.0'])
    expect(await readdir(join(folder, '.staging'))).toEqual([])
  })

  it('ignores remotes that are not in this database', async () => {
    const name = newRemote()
    await put(name, '1.0.0')
    await age(name, '1.0.0', 90)
    await cleanStore(depsOf())
    expect(await stored(name)).toEqual(['1.0.0'])
  })

  it('removes nothing while the database is unavailable', async () => {
    const name = newRemote()
    await publishRow(api, name, '1.0.0')
    for (const version of ['1.0.0', '2.0.0']) {
      await put(name, version)
      await age(name, version, 1)
    }
    const deps = depsOf()
    const unavailable = async () => {
      throw new Error('unavailable')
    }
    const without = (...calls: ('markRemovable' | 'all' | 'expectedBundles' | 'beginRemoval')[]) => {
      const failing = Object.fromEntries(calls.map((call) => [call, unavailable]))
      const rollouts = { ...deps.repositories.rollouts, ...failing }
      return { ...deps, repositories: { ...deps.repositories, rollouts } }
    }
    await expect(removeLeftovers(without('expectedBundles'), name)).rejects.toThrow('unavailable')
    await expect(cleanStore(without('markRemovable', 'all', 'expectedBundles'))).rejects.toThrow(
      'unavailable',
    )
    // The connection can also be lost between two calls.
    for (const call of ['markRemovable', 'all', 'expectedBundles', 'beginRemoval'] as const)
      await expect(cleanStore(without(call)), call).rejects.toThrow('unavailable')
    expect(await stored(name)).toEqual(['1.0.0', '2.0.0'])
    await cleanStore(deps)
    expect(await stored(name)).toEqual(['1.0.0'])
  })

  it('keeps the files of an old release when the database is lost after the release was marked', async () => {
    const name = newRemote()
    const versions = Array.from({ length: 11 }, (_, index) => `1.${String(index).padStart(2, '0')}.0`)
    for (const version of versions) {
      await put(name, version)
      await publishRow(api, name, version)
    }
    for (const version of versions) await age(name, version, 90)
    const deps = depsOf()
    const beginRemoval = async () => {
      throw new Error('unavailable')
    }
    const repositories = {
      ...deps.repositories,
      rollouts: { ...deps.repositories.rollouts, beginRemoval },
    }
    await expect(cleanStore({ ...deps, repositories })).rejects.toThrow('unavailable')
    expect(await stored(name)).toEqual(versions)
    // The next sweep removes them an hour after they were stored.
    await age(name, '1.00.0', 1)
    await cleanStore(deps)
    expect(await stored(name)).toEqual(versions.slice(1))
  })

  it('runs as a job of the API', async () => {
    const working = await startTestApi({ databaseUrl: api.databaseUrl })
    try {
      await working.instances[0]?.jobsStarted
      const done = async () => {
        const text = await working.instances[0]?.deps.metrics.registry.metrics()
        return text?.includes('propsight_jobs_total{job="sweep-bundles",outcome="done"}')
      }
      await expect.poll(done, { timeout: 15_000 }).toBe(true)
    } finally {
      await working.close()
    }
  })
})
