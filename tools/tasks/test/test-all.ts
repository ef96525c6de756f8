import { chooseParts, FAST_TIER, NIGHTLY_TIER, runStages } from '../../test/test-parts.ts'

/** `npm run test:all`: both tiers; `npm run test:all -- faults load`: these parts only. */
try {
  await runStages(chooseParts([...FAST_TIER, ...NIGHTLY_TIER], process.argv.slice(2)))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(2)
}
