import { describe, expect, it } from 'vitest'
import { manyAnalyses } from '../../support/many-analyses.ts'

const USERS = 40
/** Nine seconds on a quiet machine, a hundred where ten others want its cores. */
const LIMIT_MS = 300_000
/** `npm run bench -- load` holds two hundred to 700 MB. */
const GROWTH_BYTES = 700_000_000

describe('N8 N10 C1 many who analyze at once', () => {
  it(
    'none fails, each is charged once, and the upstream is asked for each resource once',
    async () => {
      const load = await manyAnalyses(USERS)
      expect(load.failed).toEqual([])
      expect(load.ms).toHaveLength(USERS)
      expect(load.wrongBalances).toBe(0)
      expect(load.askedTwice).toEqual([])
      expect(load.resources).toBeGreaterThan(USERS)
      expect(load.requests).toBeLessThan(load.resources)
      expect(load.memory.peak - load.memory.before).toBeLessThan(GROWTH_BYTES)
    },
    LIMIT_MS,
  )
})
