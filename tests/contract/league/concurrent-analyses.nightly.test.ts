import { describe, expect, it } from 'vitest'
import { manyAnalyses } from '../../support/analysis/many-analyses.ts'

const USERS = 40
/** Takes nine seconds on an idle machine and a hundred on a busy one. */
const LIMIT_MS = 300_000
/** The limit that `npm run bench -- load` sets for 200 users. */
const GROWTH_BYTES = 700_000_000

describe('N8 N10 C1 concurrent analyses of 40 users', () => {
  it(
    'all succeed, are charged once each, and request each upstream resource once',
    async () => {
      const load = await manyAnalyses(USERS)
      expect(load.failed).toEqual([])
      expect(load.ms).toHaveLength(USERS)
      expect(load.wrongBalances).toBe(0)
      expect(load.repeatedResources).toEqual([])
      expect(load.resources).toBeGreaterThan(USERS)
      expect(load.requests).toBeLessThan(load.resources)
      expect(load.memory.peak - load.memory.before).toBeLessThan(GROWTH_BYTES)
    },
    LIMIT_MS,
  )
})
