import { chooseParts, FAST_TIER, NIGHTLY_TIER, runStages, type Stage } from '../../test/test-parts.ts'

/** `npm test`: the fast tier; `npm run test:all`: both tiers; `npm run test:all -- faults load`: these parts only. */
const [tier, ...parts] = process.argv.slice(2)
let stages: readonly Stage[] = FAST_TIER
try {
  if (tier === 'all') stages = chooseParts([...FAST_TIER, ...NIGHTLY_TIER], parts)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(2)
}
await runStages(stages)
