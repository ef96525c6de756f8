/**
 * The result of one audit of the dependencies; `skipped` when it could not run, which does not count as
 * passed.
 */
export interface Finding {
  what: string
  state: 'passed' | 'failed' | 'skipped'
  words: string
}

const MOST_SHOWN = 8

/** @param wrong the problems, each in a few words; none means passed */
export const findingOf = (what: string, good: string, wrong: readonly string[]): Finding =>
  wrong.length === 0
    ? { what, state: 'passed', words: good }
    : { what, state: 'failed', words: `${wrong.length}: ${wrong.slice(0, MOST_SHOWN).join('; ')}` }
