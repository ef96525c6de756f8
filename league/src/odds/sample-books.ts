/** Steps of American odds by their distance from even: below 200, 400, 1000, and above. */
export type PriceGrid = readonly [number, number, number, number]

const FINE: PriceGrid = [1, 5, 10, 50]
const MIXED: PriceGrid = [2, 5, 25, 50]
const FIVES: PriceGrid = [5, 10, 25, 100]

/** Whose props open at one time: those of pitchers, of batters, or of the players of another sport. */
export type PropRole = 'pitcher' | 'batter' | 'player'

/** An invented sportsbook. */
export interface SampleBook {
  readonly key: string
  readonly title: string
  /** Share of the stakes that the book keeps if both sides are staked in proportion to their prices. */
  readonly hold: number
  /** Typical minutes from a piece of news to the book's new price. */
  readonly delayMinutes: number
  /** The book's own error relative to that of an average book. */
  readonly error: number
  readonly grid: PriceGrid
  /** Interval in which the book confirms unchanged prices. */
  readonly refreshMinutes: number
  /** Whether it opens in the evening before the game (with the event), by role of the player. */
  readonly eveningBefore: Readonly<Record<PropRole, boolean>>
  /** Markets that it does not offer. */
  readonly without: ReadonlySet<string>
  /** Markets with Over only. */
  readonly overOnly: ReadonlySet<string>
  /** Sides of its alternate lines; null without alternate lines. */
  readonly alternates: 'over' | 'both' | null
}

const RARE = ['batter_home_runs', 'batter_doubles', 'batter_stolen_bases']

/** The books of the sample league. The names are invented; no real sportsbook is meant. */
export const SAMPLE_BOOKS: readonly SampleBook[] = [
  {
    key: 'brasspelican',
    title: 'Brass Pelican',
    hold: 0.042,
    delayMinutes: 2,
    error: 0.5,
    grid: FINE,
    refreshMinutes: 3,
    eveningBefore: { pitcher: true, batter: true, player: true },
    without: new Set(['batter_stolen_bases', 'batter_doubles', 'batter_singles']),
    overOnly: new Set([]),
    alternates: 'both',
  },
  {
    key: 'copperfin',
    title: 'Copperfin',
    hold: 0.058,
    delayMinutes: 6,
    error: 0.8,
    grid: MIXED,
    refreshMinutes: 5,
    eveningBefore: { pitcher: true, batter: true, player: true },
    without: new Set([]),
    overOnly: new Set(RARE),
    alternates: 'over',
  },
  {
    key: 'hollowoak',
    title: 'Hollow Oak',
    hold: 0.066,
    delayMinutes: 9,
    error: 0.9,
    grid: FIVES,
    refreshMinutes: 4,
    eveningBefore: { pitcher: true, batter: false, player: true },
    without: new Set(['pitcher_walks']),
    overOnly: new Set(RARE),
    alternates: 'over',
  },
  {
    key: 'lanternline',
    title: 'Lantern & Line',
    hold: 0.07,
    delayMinutes: 14,
    error: 1,
    grid: FIVES,
    refreshMinutes: 8,
    eveningBefore: { pitcher: true, batter: false, player: true },
    without: new Set(['batter_singles', 'batter_walks']),
    overOnly: new Set(RARE),
    alternates: 'over',
  },
  {
    key: 'papermoose',
    title: 'Paper Moose',
    hold: 0.052,
    delayMinutes: 11,
    error: 1,
    grid: FINE,
    refreshMinutes: 6,
    eveningBefore: { pitcher: false, batter: false, player: false },
    without: new Set(['batter_stolen_bases', 'batter_strikeouts', 'pitcher_earned_runs']),
    overOnly: new Set(['batter_doubles']),
    alternates: 'both',
  },
  {
    key: 'quietfox',
    title: 'Quiet Fox',
    hold: 0.075,
    delayMinutes: 22,
    error: 1.2,
    grid: MIXED,
    refreshMinutes: 15,
    eveningBefore: { pitcher: false, batter: false, player: false },
    without: new Set(['batter_doubles', 'batter_walks', 'batter_strikeouts']),
    overOnly: new Set(RARE),
    alternates: null,
  },
  {
    key: 'tinharbor',
    title: 'Tin Harbor',
    hold: 0.083,
    delayMinutes: 35,
    error: 1.3,
    grid: FIVES,
    refreshMinutes: 30,
    eveningBefore: { pitcher: false, batter: false, player: false },
    without: new Set(['batter_singles', 'batter_stolen_bases', 'pitcher_earned_runs', 'pitcher_walks']),
    overOnly: new Set(RARE),
    alternates: null,
  },
  {
    key: 'velvetwalrus',
    title: 'Velvet Walrus',
    hold: 0.089,
    delayMinutes: 18,
    error: 1.4,
    grid: FIVES,
    refreshMinutes: 10,
    eveningBefore: { pitcher: true, batter: false, player: true },
    without: new Set(['pitcher_outs', 'batter_singles', 'batter_doubles']),
    overOnly: new Set(RARE),
    alternates: 'over',
  },
]

/** Distance of American odds from even, below which a step of the grid applies. */
const GRID_LIMITS = [200, 400, 1000, Number.POSITIVE_INFINITY] as const
/** Part of the margin that is proportional to the chance; the remainder is equal on both sides. */
const PROPORTIONAL = 0.7
const MAX_IMPLIED = 0.985
const LONGEST = 20_000

export const logit = (chance: number): number => Math.log(chance / (1 - chance))
export const logistic = (value: number): number => 1 / (1 + Math.exp(-value))

/**
 * The probability that a price with margin implies. A part of the margin is equal on both sides, so that
 * longshots pay less than proportionally, as at real books.
 * @param chance probability that the book believes
 * @param hold share of the stakes that the book keeps
 */
const withMargin = (chance: number, hold: number): number => {
  const margin = 1 / (1 - hold) - 1
  return Math.min(MAX_IMPLIED, chance + margin * (PROPORTIONAL * chance + (1 - PROPORTIONAL) / 2))
}

/** American odds of an implied probability, rounded to a grid. Even odds are +100. */
export function americanOdds(implied: number, grid: PriceGrid): number {
  const favourite = implied > 0.5
  const exact = favourite ? (100 * implied) / (1 - implied) : (100 * (1 - implied)) / implied
  const step = grid[GRID_LIMITS.findIndex((limit) => exact < limit)] ?? grid[3]
  const size = Math.min(LONGEST, Math.max(100, Math.round(exact / step) * step))
  return favourite && size > 100 ? -size : size
}

/** The price of one side at a book. */
export const priceOf = (chance: number, { hold, grid }: { hold: number; grid: PriceGrid }): number =>
  americanOdds(withMargin(chance, hold), grid)

/** American odds as decimal odds with two decimals, as the odds service rounds them. */
export const decimalOdds = (american: number): number => {
  const profit = american > 0 ? american / 100 : 100 / -american
  return Math.round((1 + profit) * 100) / 100
}

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
