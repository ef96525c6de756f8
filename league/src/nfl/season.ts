import { FOOTBALL_CLUBS, type FootballVenue, LONDON_VENUE } from '../data/football-clubs.ts'
import { type Random, randomFrom, shuffled } from '../world/random.ts'
import { dateOf, dayNumber, instantOf, weekday } from '../world/world.ts'
import { groupDivisions, makeRounds, type Pairing, type Round, type Rounds } from './rounds.ts'

export const WEEKS = 18
/** Number of weeks before those with byes, and number of weeks with byes. */
const WEEKS_BEFORE_BYES = 4
const BYE_WEEKS = 10
/**
 * By group: the bye week of its first division, counted from the first bye week. Its second division rests a
 * week later.
 */
const GROUP_BYES = [0, 2, 4, 7] as const
const ATTEMPTS = 200

const isRematch = (one: Round | undefined, other: Round | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one[0] !== undefined &&
  other.some(({ home, away }) => home === one[0]?.away && away === one[0]?.home)

/**
 * Orders the nine middle rounds of a group: a division round falls in its bye weeks, and no two clubs meet in
 * two consecutive weeks.
 */
const orderMiddleRounds = (random: Random, rounds: Rounds, rest: number): Round[] => {
  const inside = rounds.division.slice(0, 5)
  let order: Round[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    order = shuffled(random, [...inside, ...rounds.paired])
    const resting = order[rest]
    const rematch = order.some((round, at) => isRematch(round, order[at + 1]))
    if (resting && inside.includes(resting) && !rematch) return order
  }
  throw new Error('no order of rounds without a rematch')
}

/**
 * Distributes the rounds to 18 weeks in which every club plays 17 games. Rounds across groups are first and
 * last. In between each group of eight plays on its own: four clubs rest in one week, the other four in the
 * next. The last week is a division round.
 */
export function makeWeeks(random: Random, season: number): Pairing[][] {
  const rounds = makeRounds(random, season)
  const last = rounds.division[5] ?? []
  const weeks: Pairing[][] = Array.from({ length: WEEKS }, () => [])
  const put = (week: number, games: readonly Pairing[]) => weeks[week]?.push(...games)
  const outer = [
    0,
    1,
    2,
    3,
    WEEKS_BEFORE_BYES + BYE_WEEKS,
    WEEKS_BEFORE_BYES + BYE_WEEKS + 1,
    WEEKS_BEFORE_BYES + BYE_WEEKS + 2,
  ]
  for (const [at, week] of outer.entries()) put(week, rounds.open[at] ?? [])
  put(WEEKS - 1, last)
  const rests = shuffled(random, GROUP_BYES)
  for (const [at, group] of groupDivisions(rounds).entries()) {
    const rest = rests[at] ?? 0
    const early = new Set(group.slice(0, 4))
    for (const [round, games] of orderMiddleRounds(random, rounds, rest).entries()) {
      for (const game of games.filter(({ home }) => group.includes(home))) {
        // From its bye week on, a division plays each round one week later.
        const late = round > rest || (round === rest && early.has(game.home))
        put(WEEKS_BEFORE_BYES + round + (late ? 1 : 0), [game])
      }
    }
  }
  return weeks
}

/** A scheduled football game. */
export interface FootballGame {
  readonly id: string
  readonly season: number
  /** From 1. */
  readonly week: number
  /** The day in US Eastern time, `YYYY-MM-DD`. */
  readonly date: string
  /** Kickoff, UTC instant. */
  readonly startsAt: string
  /** Indices in `FOOTBALL_CLUBS`. */
  readonly home: number
  readonly away: number
  readonly venue: FootballVenue
  readonly neutral: boolean
}

type Slot = 'thursday' | 'morning' | 'early' | 'late' | 'later' | 'night' | 'monday'

/** Days after the week's Thursday, and kickoff as Eastern wall time. */
const SLOTS: Readonly<Record<Slot, readonly [number, string]>> = {
  thursday: [0, '20:15'],
  morning: [3, '09:30'],
  early: [3, '13:00'],
  late: [3, '16:05'],
  later: [3, '16:25'],
  night: [3, '20:20'],
  monday: [4, '20:15'],
}

/** Weeks with a game outside the USA, on Sunday morning. */
const LONDON_WEEKS = new Set([4, 6, 9, 12])
const WEST = new Set(['America/Los_Angeles', 'America/Denver', 'America/Phoenix'])

const venueOf = (game: Pairing): FootballVenue => FOOTBALL_CLUBS[game.home]?.venue ?? LONDON_VENUE

/** The second game of the week in a stadium that two clubs share. It moves to Monday or Thursday. */
const findStadiumConflicts = (games: readonly Pairing[]): Pairing[] => {
  const seen = new Set<string>()
  return games.filter((game) => {
    const { id } = venueOf(game)
    const isConflict = seen.has(id)
    seen.add(id)
    return isConflict
  })
}

const assignSlots = (random: Random, games: readonly Pairing[], week: number): Map<Pairing, Slot> => {
  const slots = new Map<Pairing, Slot>()
  const moved = findStadiumConflicts(games)
  const free = shuffled(
    random,
    games.filter((game) => !moved.includes(game)),
  )
  const open: Slot[] = ['monday', 'thursday', 'night']
  for (const game of moved) slots.set(game, open.shift() ?? 'night')
  for (const slot of open) {
    const game = free.shift()
    if (game) slots.set(game, slot)
  }
  const abroad = LONDON_WEEKS.has(week)
    ? free.findIndex((game) => !WEST.has(venueOf(game).timeZone) && !venueOf(game).indoor)
    : -1
  if (abroad >= 0) {
    for (const game of free.splice(abroad, 1)) slots.set(game, 'morning')
  }
  // Games in the West start in the local early afternoon; two games of the East join the late window.
  const lateEasternGames = free.filter((game) => !WEST.has(venueOf(game).timeZone)).slice(0, 2)
  for (const game of free) {
    if (lateEasternGames.includes(game)) slots.set(game, 'later')
    else if (WEST.has(venueOf(game).timeZone)) slots.set(game, random() < 0.5 ? 'late' : 'later')
    else slots.set(game, 'early')
  }
  return slots
}

/**
 * Gives the games of a week their days and kickoff times.
 * @param at the week (`week` counts from 1; `thursday` is the day number of its first day, see `dayNumber`)
 */
export function scheduleWeek(
  random: Random,
  games: readonly Pairing[],
  at: { readonly season: number; readonly week: number; readonly thursday: number },
): FootballGame[] {
  const { season, week, thursday } = at
  return [...assignSlots(random, games, week)].map(([game, slot]): FootballGame => {
    const [days, time] = SLOTS[slot]
    const date = dateOf(thursday + days)
    const neutral = slot === 'morning'
    const id = `4${season % 100}${String(week).padStart(2, '0')}${String(game.home).padStart(2, '0')}${String(game.away).padStart(2, '0')}`
    const startsAt = instantOf(date, time, 'America/New_York')
    return {
      id,
      season,
      week,
      date,
      startsAt,
      ...game,
      venue: neutral ? LONDON_VENUE : venueOf(game),
      neutral,
    }
  })
}

/**
 * Eighteen weeks. The sample league's clock runs between June 3 and September 1, when no real football is
 * played. The sample football season begins this much earlier than the real one, so that on all these days some weeks
 * have been played and games are to come.
 */
const SEASON_SHIFT_DAYS = 126

export interface FootballSeason {
  readonly season: number
  /** Day of the first and of the last game. */
  readonly first: string
  readonly last: string
  readonly games: readonly FootballGame[]
}

/** Day number of the first game: `SEASON_SHIFT_DAYS` before the Thursday after Labor Day. */
export function footballOpening(season: number): number {
  let laborDay = dayNumber(`${season}-09-01`)
  while (weekday(laborDay) !== 1) laborDay++
  return laborDay + 3 - SEASON_SHIFT_DAYS
}

/** Makes the sample league's football season: 272 games of the real 32 clubs, deterministic from the seed. */
export function makeFootballSeason(seed: string, season: number): FootballSeason {
  const random = randomFrom(seed, 'football', season)
  const opening = footballOpening(season)
  const games = makeWeeks(random, season)
    .flatMap((week, at) => scheduleWeek(random, week, { season, week: at + 1, thursday: opening + at * 7 }))
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt) || a.id.localeCompare(b.id))
  return { season, first: dateOf(opening), last: games.at(-1)?.date ?? dateOf(opening), games }
}
