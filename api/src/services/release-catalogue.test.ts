import { createHash } from 'node:crypto'
import type { Release } from '@propsight/shared/contracts'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { analysisRelease, HASH, shellRelease } from '../testing/releases.ts'
import type { BundleStore } from './bundle-store.ts'
import { createReleaseCatalogue } from './release-catalogue.ts'

const MANIFEST = '{"id":"analysis"}'
const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`

function catalogue(live: () => Promise<Release[]>, bundleOrigin?: string) {
  const clock = { now: 0 }
  let reads = 0
  const bundles: BundleStore = { find: async () => null, readText: async () => MANIFEST }
  const repository = {
    live: async () => {
      reads += 1
      return { releases: await live(), unreadable: 0 }
    },
    publish: async () => undefined,
  }
  const made = createReleaseCatalogue({
    repository,
    bundles,
    bundleOrigin,
    log: pino({ level: 'silent' }),
    now: () => clock.now,
  })
  return { clock, reads: () => reads, read: made.read }
}

const withManifest = (hash: string): Release => ({
  ...analysisRelease,
  integrity: { ...analysisRelease.integrity, [analysisRelease.entry]: hash },
})

describe('release catalogue (F1)', () => {
  it('inlines a manifest that is what was released, and no other', async () => {
    const good = await catalogue(async () => [withManifest(hashOf(MANIFEST)), shellRelease]).read()
    expect(good.registry.remotes[0]?.manifest).toEqual({ id: 'analysis' })
    expect(good.shell).toEqual(shellRelease)
    const tampered = await catalogue(async () => [withManifest(HASH)]).read()
    expect(tampered.registry.remotes[0]).not.toHaveProperty('manifest')
  })

  it('gives remotes the address of their own origin where there is one', async () => {
    const { registry } = await catalogue(async () => [analysisRelease], 'https://cdn.example').read()
    expect(registry.remotes[0]?.base).toBe(`https://cdn.example/bundles/analysis/${analysisRelease.version}/`)
  })

  it('asks once a second at most, and shows a new release after that', async () => {
    const live = [analysisRelease]
    const one = catalogue(async () => [...live])
    const [first, again] = await Promise.all([one.read(), one.read()])
    expect(one.reads()).toBe(1)
    expect(again.etag).toBe(first.etag)
    live.push({ ...analysisRelease, name: 'weather', placement: { mount: 'overlay', title: 'Weather' } })
    one.clock.now += 1_001
    const next = await one.read()
    expect(next.registry.remotes.map(({ name }) => name)).toEqual(['analysis', 'weather'])
    expect(next.etag).not.toBe(first.etag)
  })

  it('stands on the last good answer while the data service is away', async () => {
    let away = false
    const one = catalogue(async () => {
      if (away) throw new Error('away')
      return [analysisRelease]
    })
    const before = await one.read()
    away = true
    one.clock.now += 5_000
    expect(await one.read()).toEqual(before)
    await expect(catalogue(() => Promise.reject(new Error('away'))).read()).rejects.toThrow('away')
  })
})
