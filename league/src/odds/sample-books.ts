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
