import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fakeDeps } from '../../../testing/fake-deps.ts'
import { shellRelease } from '../../../testing/releases.ts'
import { createFactsCollector } from './collect-facts.ts'

const EMPTY_ROLLOUT = {
  generation: 1,
  previous: null,
  canary: null,
  halted: null,
  retired: null,
  updatedAt: '2026-07-01T12:00:00Z',
}
const VERSIONS = Array.from({ length: 300 }, (_, index) => `1.${index}.0`)
const FILES = ['a.js', 'b.js', 'c.js']
const REMOVED = '1.7.0'

it('F2 collectFacts compares a release with all stored ones and opens few files at once', async () => {
  const { repositories, bundles } = fakeDeps()
  let open = 0
  let maxOpen = 0
  let reads = 0
  const collect = createFactsCollector({
    repositories: { ...repositories, rollouts: { ...repositories.rollouts, all: async () => [] } },
    bundles: {
      ...bundles,
      list: async () =>
        VERSIONS.map((version) => ({ name: 'many', version, storedAt: new Date(0), size: 1 })),
      files: async () => FILES,
      async read({ version }) {
        reads += 1
        open += 1
        maxOpen = Math.max(maxOpen, open)
        await setImmediate()
        open -= 1
        if (version === REMOVED) throw Object.assign(new Error('removed'), { code: 'ENOENT' })
        return new TextEncoder().encode(
          `self.chunk_${version} = self.chunk_${version} || []`.replaceAll('.0', ''),
        )
      },
    },
  })
  const { kept } = await collect({ name: 'many', version: '2.0.0' })
  expect(kept.map(({ version }) => version)).toEqual(VERSIONS.filter((version) => version !== REMOVED))
  expect(maxOpen).toBeLessThan(20)
  // Releases are immutable, so each is read once.
  const before = reads
  await collect({ name: 'many', version: '2.1.0' })
  expect(reads - before).toBeLessThanOrEqual(FILES.length)
})

it.each([
  [
    'of its build',
    JSON.stringify({ contract: '1.5', shared: [], slots: { 'header/menu': 2 } }),
    { 'header/menu': 2 },
  ],
  ['unknown in an earlier build', JSON.stringify({ contract: '1.5', shared: [] }), undefined],
  ['unknown in a damaged file', '{', undefined],
  ['unknown without the file', null, undefined],
])('F3 the slots of the live shell are %s', async (_, content, slots) => {
  const { repositories, bundles } = fakeDeps()
  const { version } = shellRelease
  const rollout = { ...EMPTY_ROLLOUT, name: 'shell', live: version }
  const collect = createFactsCollector({
    repositories: {
      ...repositories,
      rollouts: { ...repositories.rollouts, all: async () => [{ rollout, releases: [shellRelease] }] },
    },
    bundles: {
      ...bundles,
      list: async () => [],
      async read(_release, file) {
        if (content === null || file !== 'host.json')
          throw Object.assign(new Error('missing'), { code: 'ENOENT' })
        return new TextEncoder().encode(content)
      },
    },
  })
  const { host } = await collect({ name: 'alpha', version: '1.0.0' })
  expect(host).toMatchObject({ contract: shellRelease.contract, slots })
})
