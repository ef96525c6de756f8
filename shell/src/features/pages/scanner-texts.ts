/** Planned features of the scanner (S11). */
export const PROMISES = [
  {
    icon: 'search',
    title: 'Multi-sport search',
    text: 'One search for a player or a game in NFL, NBA, MLB and NHL.',
  },
  {
    icon: 'bars',
    title: 'Best-odds ranking',
    text: 'Every price for one prop, the best for you first.',
  },
  {
    icon: 'clock',
    title: 'Real-time tracking',
    text: 'Prices as they move, with the time of the last change.',
  },
] as const

export const FEATURES = [
  'Scan 15+ sportsbooks',
  'Player props',
  'Game lines and totals',
  'Odds movement history',
  'Line-move alerts',
  'Best-value recommendations',
  'Custom player alerts',
  'Mobile dashboard',
] as const

export const SAMPLE_BOOKS = ['Book A', 'Book B', 'Book C'] as const

export interface SampleRow {
  sport: 'NFL' | 'NBA' | 'MLB' | 'NHL'
  prop: string
  line: number
  /** American odds of the over, one for each book. */
  odds: readonly [number, number, number]
}

/** Invented sample rows. They show no real players and no real odds. */
export const SAMPLE_ROWS: readonly SampleRow[] = [
  { sport: 'NFL', prop: 'Passing yards', line: 248.5, odds: [-112, -105, -115] },
  { sport: 'NBA', prop: 'Points', line: 24.5, odds: [-110, -118, -102] },
  { sport: 'MLB', prop: 'Total bases', line: 1.5, odds: [105, 112, -101] },
  { sport: 'NHL', prop: 'Shots on goal', line: 3.5, odds: [-125, -120, -130] },
]
