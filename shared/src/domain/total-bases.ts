import type { HittingCounts } from './game-counts.ts'

type Hits = Pick<HittingCounts, 'hits' | 'doubles' | 'triples' | 'homeRuns'>

/** Hits that were no extra-base hits. Never below 0, even where a source contradicts itself. */
export const singles = (game: Hits): number =>
  Math.max(0, game.hits - game.doubles - game.triples - game.homeRuns)

/** Total bases of one game: 1, 2, 3, 4 for single to home run (specification 2 §9). */
export const totalBases = (game: Hits): number =>
  singles(game) + 2 * game.doubles + 3 * game.triples + 4 * game.homeRuns
