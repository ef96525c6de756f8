import { logistic, logit } from './prices.ts'

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

/** A book moves its main line when its over probability leaves this range and the neighbour is nearer to even. */
const MAIN_LINE_RANGE = [0.38, 0.62] as const

/** Probability of a value above a line, as a book believes it. */
export const believedOver = (above: readonly number[], line: number, shift: number): number => {
  const share = above[line]
  return share === undefined ? 0 : logistic(logit(share) + shift)
}

const offEven = (above: readonly number[], line: number, shift: number): number =>
  Math.abs(believedOver(above, line, shift) - 0.5)

const firstLine = (above: readonly number[], shift: number): number => {
  let best = 0
  for (let line = 1; line < above.length; line++) {
    if (offEven(above, line, shift) < offEven(above, best, shift)) best = line
  }
  return best
}

const moveLine = (above: readonly number[], from: number, shift: number): number => {
  let line = from
  for (;;) {
    const over = believedOver(above, line, shift)
    if (over >= MAIN_LINE_RANGE[0] && over <= MAIN_LINE_RANGE[1]) return line
    const next = over > MAIN_LINE_RANGE[1] ? line + 1 : line - 1
    if (next < 0 || next >= above.length) return line
    if (offEven(above, next, shift) >= offEven(above, line, shift)) return line
    line = next
  }
}

/**
 * All states of a book's quote from its opening to the close. It follows from its arguments alone, so that the
 * state of an instant is the same whenever it is requested.
 * @param above true share above each half line, from 0.5; not empty
 * @param closing shift of the logit after all steps
 * @param steps in any order
 * @param opensAt instant of the first quote
 */
export function quoteHistory(
  above: readonly number[],
  closing: number,
  steps: readonly SeenStep[],
  opensAt: number,
): QuoteState[] {
  const later = steps.filter(({ seenAt }) => seenAt > opensAt).toSorted((a, b) => a.seenAt - b.seenAt)
  let shift = closing - later.reduce((sum, step) => sum + step.shift, 0)
  let line = firstLine(above, shift)
  const states: QuoteState[] = [{ from: opensAt, line, shift }]
  for (const step of later) {
    shift += step.shift
    line = moveLine(above, line, shift)
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
