/** What one look at the dependencies found; `skipped` where it could not be made, which is no pass. */
export interface Finding {
  what: string
  state: 'passed' | 'failed' | 'skipped'
  words: string
}

const MOST_SHOWN = 8

/** @param wrong what was found, each in a few words */
export const findingOf = (what: string, good: string, wrong: readonly string[]): Finding =>
  wrong.length === 0
    ? { what, state: 'passed', words: good }
    : { what, state: 'failed', words: `${wrong.length}: ${wrong.slice(0, MOST_SHOWN).join('; ')}` }
