import { logistic } from './prices.ts'

/** A change of a prop as one book sees it: at `seenAt` (ms since 1970) its belief shifts. */
export interface SeenStep {
  readonly seenAt: number
  readonly shift: number
}

/** What a book believes and quotes from an instant on. */
export interface QuoteState {
  readonly from: number
  /** Index of the main line: 0 is the line 0.5. */
  readonly line: number
  /** Shift of the logit against the true over probability, on every line. */
  readonly shift: number
}

/** A book moves its main line when its over probability is outside this range and the neighbour is nearer to even. */
const MAIN_LINE_RANGE = [0.38, 0.62] as const

/**
 * Probability of a value above a line, as a book believes it.
 * @param logits logit of the true over probability of each half line, from 0.5
 */
export const believedOver = (logits: readonly number[], line: number, shift: number): number =>
  logistic((logits[line] ?? Number.NEGATIVE_INFINITY) + shift)

/** Distance of a line from even chances, as a logit. */
const offEven = (logits: readonly number[], line: number, shift: number): number =>
  Math.abs((logits[line] ?? Number.POSITIVE_INFINITY) + shift)

const firstLine = (logits: readonly number[], shift: number): number => {
  let best = 0
  for (let line = 1; line < logits.length; line++) {
    if (offEven(logits, line, shift) < offEven(logits, best, shift)) best = line
  }
  return best
}

const moveLine = (logits: readonly number[], from: number, shift: number): number => {
  let line = from
  for (;;) {
    const over = believedOver(logits, line, shift)
    if (over >= MAIN_LINE_RANGE[0] && over <= MAIN_LINE_RANGE[1]) return line
    const next = over > MAIN_LINE_RANGE[1] ? line + 1 : line - 1
    if (next < 0 || next >= logits.length) return line
    if (offEven(logits, next, shift) >= offEven(logits, line, shift)) return line
    line = next
  }
}

/**
 * All states of a book's quote from its opening to the close. It follows from its arguments alone, so that the
 * state of an instant is the same whenever it is requested.
 * @param logits logit of the true over probability of each half line, from 0.5; not empty
 * @param closing shift of the logit after all steps
 * @param steps in any order
 * @param opensAt instant of the first quote
 */
export function quoteHistory(
  logits: readonly number[],
  closing: number,
  steps: readonly SeenStep[],
  opensAt: number,
): QuoteState[] {
  const later = steps.filter(({ seenAt }) => seenAt > opensAt).toSorted((a, b) => a.seenAt - b.seenAt)
  let shift = closing - later.reduce((sum, step) => sum + step.shift, 0)
  let line = firstLine(logits, shift)
  const states: QuoteState[] = [{ from: opensAt, line, shift }]
  for (const step of later) {
    shift += step.shift
    line = moveLine(logits, line, shift)
    states.push({ from: step.seenAt, line, shift })
  }
  return states
}

/** The state at an instant; undefined before the opening. */
export function stateAt(states: readonly QuoteState[], instant: number): QuoteState | undefined {
  let found: QuoteState | undefined
  for (const state of states) {
    if (state.from > instant) break
    found = state
  }
  return found
}
