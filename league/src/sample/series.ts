import { CLUBS } from '../data/clubs.ts'
import { type Random, shuffled } from '../world/random.ts'

/** A series of two clubs, by index. */
export interface Series {
  readonly home: number
  readonly away: number
}

const ATTEMPTS = 40

/** Target number of series between two clubs: four in the division, two in the league, one across leagues. */
const meetings = (a: number, b: number): number => {
  const [one, other] = [CLUBS[a], CLUBS[b]]
  if (one?.divisionId === other?.divisionId) return 4
  return one?.leagueId === other?.leagueId ? 2 : 1
}

type Pairing = (readonly [number, number])[]

const pairUp = (
  random: Random,
  need: number[][],
  last: readonly number[],
): { pairs: Pairing; misses: number } => {
  const free = new Set(
    shuffled(
      random,
      need.map((_, club) => club),
    ),
  )
  const pairs: Pairing = []
  let misses = 0
  for (const club of free) {
    free.delete(club)
    let best = -1
    let bestNeed = Number.NEGATIVE_INFINITY
    for (const other of free) {
      const wish = (need[club]?.[other] ?? 0) - (last[club] === other ? 100 : 0) + random() * 0.9
      if (wish > bestNeed) [best, bestNeed] = [other, wish]
    }
    free.delete(best)
    if (bestNeed < 1) misses++
    pairs.push([club, best])
  }
  return { pairs, misses }
}

/**
 * Makes a season's rounds of series. Each club plays one opponent per round, and not the same one in
 * consecutive rounds. The number of series per pair is close to the target, and home rounds are balanced.
 */
export function makeRounds(random: Random, rounds: number): Series[][] {
  const need = CLUBS.map((_, a) => CLUBS.map((__, b) => (a === b ? -1000 : meetings(a, b))))
  const last = CLUBS.map(() => -1)
  const homeRounds = CLUBS.map(() => 0)
  return Array.from({ length: rounds }, () => {
    let chosen = pairUp(random, need, last)
    for (let n = 0; n < ATTEMPTS && chosen.misses > 0; n++) {
      const next = pairUp(random, need, last)
      if (next.misses < chosen.misses) chosen = next
    }
    return chosen.pairs.map(([a, b]) => {
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const) {
        const row = need[one]
        if (row) row[other] = (row[other] ?? 0) - 1
        last[one] = other
      }
      const atA =
        (homeRounds[a] ?? 0) < (homeRounds[b] ?? 0) || (homeRounds[a] === homeRounds[b] && random() < 0.5)
      const [home, away] = atA ? [a, b] : [b, a]
      homeRounds[home] = (homeRounds[home] ?? 0) + 1
      return { home, away }
    })
  })
}
