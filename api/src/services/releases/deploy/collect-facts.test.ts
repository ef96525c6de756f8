import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fakeDeps } from '../../../testing/fake-deps.ts'
import { createFactsCollector } from './collect-facts.ts'

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
