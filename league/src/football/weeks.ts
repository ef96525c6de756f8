import { type Random, shuffled } from '../sample/random.ts'
import { groupsOf, type Meeting, makeRounds, type Round, type Rounds } from './rounds.ts'

export const WEEKS = 18
/** Weeks (from 0) before and after those with days off. */
const BEFORE = 4
const BYE_WEEKS = 10
/** First of the two weeks in which a group's two divisions rest. */
const REST = [0, 2, 4, 7] as const
const ATTEMPTS = 200

const samePair = (one: Round | undefined, other: Round | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one[0] !== undefined &&
  other.some(({ home, away }) => home === one[0]?.away && away === one[0]?.home)

/** The nine rounds of the middle of the season, with a division round where the group rests, no rematch in two weeks. */
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
 * A season of 18 weeks in which everybody plays 17: rounds that reach across the groups first and last, in between each
 * group of eight on its own, four of them resting in one week and four in the next. The last week is the division's.
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
        // In the week of its rest a division stands still; from then on it is a week later than before.
        const late = round > rest || (round === rest && early.has(game.home))
        put(BEFORE + round + (late ? 1 : 0), [game])
      }
    }
  }
  return weeks
}
