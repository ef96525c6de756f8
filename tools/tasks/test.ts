import { FAST_TIER, runStages } from '../lib/test-parts.ts'

await runStages(FAST_TIER)
