import { FAST_TIER, runStages } from '../../test/test-parts.ts'

await runStages(FAST_TIER)
