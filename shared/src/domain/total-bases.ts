import type { HittingCounts } from './game-counts.ts'

type Hits = Pick<HittingCounts, 'hits' | 'doubles' | 'triples' | 'homeRuns'>

/** Hits other than extra-base hits. At least 0, even where the counts of a source contradict each other. */
export const singles = (game: Hits): number =>
  Math.max(0, game.hits - game.doubles - game.triples - game.homeRuns)

/** Total bases of one game: 1, 2, 3 and 4 for a single, double, triple and home run (N9). */
export const totalBases = (game: Hits): number =>
  singles(game) + 2 * game.doubles + 3 * game.triples + 4 * game.homeRuns
