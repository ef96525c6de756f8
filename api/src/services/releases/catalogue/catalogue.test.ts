import { createHash, randomUUID } from 'node:crypto'
import type { Release } from '@propsight/shared/contracts'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { VisibleRollout } from '../../../repositories/releases.ts'
import { analysisRelease, HASH, pitchersRelease, rolloutOf, shellRelease } from '../../../testing/releases.ts'
import { anonymous, bucketOf } from './audience.ts'
import { createReleaseCatalogue } from './catalogue.ts'
import { withOverride } from './choice.ts'

/** The part of a manifest that the shell reads. */
const MANIFEST_FIELDS = {
  metaData: { globalName: 'analysis_1', remoteEntry: { name: 'remote.js', path: '' } },
  exposes: [{ path: './remote' }],
}
const MANIFEST = JSON.stringify({ ...MANIFEST_FIELDS, id: 'analysis', shared: [{ name: 'react' }] })
const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const VISITOR = '5a0c9f0e-58a3-4e3f-9c5f-0d5ce1bb0b0f'

function catalogue(
  rollouts: () => Promise<VisibleRollout[]>,
  bundleOrigin?: string,
  hiddenPaths?: ReadonlySet<string>,
) {
  const clock = { now: 0 }
  let reads = 0
  const made = createReleaseCatalogue({
    repository: {
      rollouts: async () => {
        reads += 1
        return { rollouts: await rollouts(), unreadable: 0 }
      },
    },
    bundles: { read: async () => new TextEncoder().encode(MANIFEST) },
    bundleOrigin,
    ...(hiddenPaths && { hiddenPaths }),
    log: pino({ level: 'silent' }),
    now: () => clock.now,
    timeoutMs: 5,
  })
  const choose = async (visitor = VISITOR) => (await made.read()).forVisitor(anonymous(visitor))
  return { ...made, clock, reads: () => reads, choose }
}

const withManifest = (hash: string): Release => ({
  ...analysisRelease,
  integrity: { ...analysisRelease.integrity, [analysisRelease.entry]: hash },
})
const withVersion = (release: Release, version: string): Release => ({ ...release, version })
const trial = rolloutOf(
  [analysisRelease, withVersion(analysisRelease, '0.2.0-c'), withVersion(analysisRelease, '0.0.9-p')],
  {
    previous: '0.0.9-p',
    canary: { version: '0.2.0-c', percent: 30 },
    generation: 7,
  },
)
const candidates = Array.from({ length: 200 }, () => randomUUID())
const findVisitor = (inCanary: boolean) =>
  candidates.find((id) => bucketOf('analysis', id) < 3_000 === inCanary) ?? ''
const inside = findVisitor(true)
const outside = findVisitor(false)

afterEach(() => {
  vi.useRealTimers()
})

describe('F1 release catalogue', () => {
  it('inlines a manifest only when its hash matches the release', async () => {
    const releases = async () => [rolloutOf([withManifest(hashOf(MANIFEST))]), rolloutOf([shellRelease])]
    const good = await catalogue(releases).choose()
    expect(good.registry.remotes[0]?.manifest).toEqual(MANIFEST_FIELDS)
    expect(good.shell).toEqual(shellRelease)
    expect(good.registry.shell).toEqual({ version: shellRelease.version })
    const tampered = await catalogue(async () => [rolloutOf([withManifest(HASH)])]).choose()
    expect(tampered.registry.remotes[0]).not.toHaveProperty('manifest')
    const container = { ...analysisRelease, entry: 'remote.js', globalName: 'other_1' }
    const bare = await catalogue(async () => [rolloutOf([container])]).choose()
    expect(bare.registry.remotes[0]).not.toHaveProperty('manifest')
  })

  it('leaves out a remote at a hidden path, with its canary', async () => {
    const placement = { mount: 'tab', path: '/scanner', title: 'AI Odds Scanner', order: 3 } as const
    const scanner: Release = { ...analysisRelease, name: 'scanner', placement }
    const rollout = rolloutOf([scanner, withVersion(scanner, '0.2.0-c')], {
      canary: { version: '0.2.0-c', percent: 100 },
    })
    const releases = async () => [rollout, rolloutOf([analysisRelease])]
    const namesOf = async (hidden: ReadonlySet<string>) => {
      const { registry, canaries, served } = await catalogue(releases, undefined, hidden).choose()
      return [registry.remotes.map(({ name }) => name), canaries.length, Object.keys(JSON.parse(served))]
    }
    expect(await namesOf(new Set())).toEqual([['analysis', 'scanner'], 1, ['analysis', 'scanner']])
    expect(await namesOf(new Set(['/scanner']))).toEqual([['analysis'], 0, ['analysis']])
  })

  it('uses the bundle origin for remotes when one is configured', async () => {
    const { registry } = await catalogue(async () => [trial], 'https://cdn.example').choose(inside)
    expect(registry.remotes[0]?.base).toBe('https://cdn.example/bundles/analysis/0.2.0-c/')
    expect(registry.remotes[0]?.fallback?.base).toBe('https://cdn.example/bundles/analysis/0.1.0-a1/')
  })

  it('reads at most once a second, again after an invalidation, and reflects changes', async () => {
    const live = [rolloutOf([analysisRelease])]
    const one = catalogue(async () => [...live])
    const [first, again] = await Promise.all([one.choose(), one.choose()])
    expect(one.reads()).toBe(1)
    expect(again).toBe(first)
    const overlay: Release = {
      ...analysisRelease,
      name: 'weather',
      placement: { mount: 'overlay', title: 'Weather' },
    }
    live.push(rolloutOf([overlay]))
    one.clock.now += 1_001
    const next = await one.choose()
    expect(next.registry.remotes.map(({ name }) => name)).toEqual(['analysis', 'weather'])
    expect(next.fingerprint).not.toBe(first.fingerprint)
    live.pop()
    one.invalidate()
    expect((await one.choose()).fingerprint).toBe(first.fingerprint)
  })

  it('serves the last good answer while the data service is down', async () => {
    let unavailable = false
    const one = catalogue(async () => {
      if (unavailable) throw new Error('unavailable')
      return [rolloutOf([analysisRelease])]
    })
    const before = await one.read()
    unavailable = true
    one.clock.now += 5_000
    expect(await one.read()).toBe(before)
    await expect(catalogue(() => Promise.reject(new Error('unavailable'))).read()).rejects.toThrow(
      'unavailable',
    )
  })

  it('is refreshed in the background while there are visitors, and no longer a minute after the last one', async () => {
    vi.useFakeTimers()
    const one = catalogue(async () => [rolloutOf([analysisRelease])])
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) {
        one.clock.now += 100
        await vi.advanceTimersByTimeAsync(100)
      }
    }
    await one.read()
    await pass(5_000)
    const whileVisited = one.reads()
    expect(whileVisited).toBeGreaterThan(5)
    await one.read()
    expect(one.reads()).toBe(whileVisited)
    await pass(62_000)
    const whenIdle = one.reads()
    await pass(10_000)
    expect(one.reads()).toBe(whenIdle)
    await one.read()
    one.close()
    const closed = one.reads()
    await pass(10_000)
    expect(one.reads()).toBe(closed)
  })

  it('does not wait for a data service that hangs', async () => {
    let answer: Promise<VisibleRollout[]> = Promise.resolve([rolloutOf([analysisRelease])])
    const one = catalogue(() => answer)
    const before = await one.read()
    answer = new Promise(() => undefined)
    one.clock.now += 5_000
    expect(await one.read()).toBe(before)
  })
})

describe('F2 rollout per visitor', () => {
  it('gives the canary to its share of the visitors, always the same ones', async () => {
    const one = catalogue(async () => [trial])
    const visitors = Array.from({ length: 2_000 }, () => randomUUID())
    const { forVisitor } = await one.read()
    const inCanary = () =>
      visitors.filter((visitor) => forVisitor(anonymous(visitor)).registry.remotes[0]?.channel === 'canary')
    const first = inCanary()
    // Five standard deviations around 30 % of 2,000.
    expect(Math.abs(first.length - 600)).toBeLessThan(103)
    one.invalidate()
    await one.read()
    expect(inCanary()).toEqual(first)
  })

  it('falls back from the canary to the live release, and from that to the previous release', async () => {
    const one = catalogue(async () => [trial, rolloutOf([shellRelease])])
    const canary = (await one.choose(inside)).registry.remotes[0]
    expect([canary?.version, canary?.channel, canary?.fallback?.version]).toEqual([
      '0.2.0-c',
      'canary',
      '0.1.0-a1',
    ])
    expect(canary?.fallback).not.toHaveProperty('manifest')
    const stable = await one.choose(outside)
    expect(stable.registry.remotes[0]).toMatchObject({
      version: '0.1.0-a1',
      channel: 'stable',
      fallback: { version: '0.0.9-p', base: '/bundles/analysis/0.0.9-p/' },
    })
    expect((await one.choose(inside)).canaries).toEqual([
      { name: 'analysis', version: '0.2.0-c', generation: 7 },
    ])
    expect(stable.canaries).toEqual([])
    expect(JSON.parse(stable.served)).toEqual({
      analysis: [7, '0.1.0-a1', '0.0.9-p'],
      shell: [1, shellRelease.version],
    })
  })

  it('chooses the shell in the same way and lists only compatible remotes', async () => {
    const next = withVersion({ ...shellRelease, contract: '2.0' }, '9.0.0-n')
    const canary = { version: next.version, percent: 100 }
    const one = catalogue(async () => [
      rolloutOf([shellRelease, next], { canary }),
      rolloutOf([pitchersRelease]),
    ])
    const { shell, registry } = await one.choose()
    expect(shell).toEqual(next)
    expect(registry.shell?.version).toBe('9.0.0-n')
    expect(registry.remotes.map(({ name }) => name)).toEqual(['pitchers'])
  })

  it('replaces one remote with a dev server without fallback and without a version for reports', async () => {
    const choice = await catalogue(async () => [trial, rolloutOf([pitchersRelease])]).choose(inside)
    const overridden = withOverride(choice, { name: 'analysis', url: 'http://127.0.0.1:4101' })
    expect(overridden?.registry.remotes.map(({ name, version, base }) => [name, version, base])).toEqual([
      ['analysis', '0.0.0-override', 'http://127.0.0.1:4101/'],
      ['pitchers', '0.1.0-b2', '/bundles/pitchers/0.1.0-b2/'],
    ])
    expect(overridden?.registry.remotes[0]).toMatchObject({ override: true, integrity: {} })
    expect(overridden?.registry.remotes[0]).not.toHaveProperty('fallback')
    expect(Object.keys(JSON.parse(overridden?.served ?? ''))).toEqual(['pitchers'])
    expect(overridden?.canaries).toEqual([])
    expect(overridden?.fingerprint).not.toBe(choice.fingerprint)
    expect(withOverride(choice, { name: 'unknown', url: 'http://127.0.0.1:4101' })).toBeNull()
  })
})
