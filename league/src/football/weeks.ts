import { type Random, shuffled } from '../world/random.ts'
import { groupsOf, type Meeting, makeRounds, type Round, type Rounds } from './rounds.ts'

export const WEEKS = 18
/** Number of weeks before those with byes, and number of weeks with byes. */
const BEFORE = 4
const BYE_WEEKS = 10
/**
 * By group: the bye week of its first division, counted from the first bye week. Its second division rests a
 * week later.
 */
const REST = [0, 2, 4, 7] as const
const ATTEMPTS = 200

const samePair = (one: Round | undefined, other: Round | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one[0] !== undefined &&
  other.some(({ home, away }) => home === one[0]?.away && away === one[0]?.home)

/**
 * Orders the nine middle rounds of a group: a division round falls in its bye weeks, and no two clubs meet in
 * two consecutive weeks.
 */
const ordered = (random: Random, rounds: Rounds, rest: number): Round[] => {
  const inside = rounds.division.slice(0, 5)
  let order: Round[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    order = shuffled(random, [...inside, ...rounds.paired])
    const resting = order[rest]
    const rematch = order.some((round, at) => samePair(round, order[at + 1]))
    if (resting && inside.includes(resting) && !rematch) return order
  }
  throw new Error('no order of rounds without a rematch')
}

/**
 * Distributes the rounds to 18 weeks in which every club plays 17 games. Rounds across groups are first and
 * last. In between each group of eight plays on its own: four clubs rest in one week, the other four in the
 * next. The last week is a division round.
 */
export function makeWeeks(random: Random, season: number): Meeting[][] {
  const rounds = makeRounds(random, season)
  const last = rounds.division[5] ?? []
  const weeks: Meeting[][] = Array.from({ length: WEEKS }, () => [])
  const put = (week: number, games: readonly Meeting[]) => weeks[week]?.push(...games)
  const outer = [0, 1, 2, 3, BEFORE + BYE_WEEKS, BEFORE + BYE_WEEKS + 1, BEFORE + BYE_WEEKS + 2]
  for (const [at, week] of outer.entries()) put(week, rounds.open[at] ?? [])
  put(WEEKS - 1, last)
  const rests = shuffled(random, REST)
  for (const [at, group] of groupsOf(rounds).entries()) {
    const rest = rests[at] ?? 0
    const early = new Set(group.slice(0, 4))
    for (const [round, games] of ordered(random, rounds, rest).entries()) {
      for (const game of games.filter(({ home }) => group.includes(home))) {
        // From its bye week on, a division plays each round one week later.
        const late = round > rest || (round === rest && early.has(game.home))
        put(BEFORE + round + (late ? 1 : 0), [game])
      }
    }
  }
  return weeks
}
