/** What the parts of a test run add up to. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
}

export const emptyTally = (): Tally => ({ passed: 0, failed: 0, skipped: 0 })

export const addTally = (sum: Tally, part: Tally): Tally => ({
  passed: sum.passed + part.passed,
  failed: sum.failed + part.failed,
  skipped: sum.skipped + part.skipped,
})

/** The closing line of `npm test`. */
export const closingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
