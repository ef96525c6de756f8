import { CLUBS } from '../data/clubs.ts'
import { PARKS } from '../data/parks.ts'
import type { Game, Park } from '../world/entities.ts'
import { pick, type Random, randomFrom, shuffled } from '../world/random.ts'
import { dateOf, instantOf, openingDay, weekday } from '../world/world.ts'

/** A series of two clubs, by index. */
export interface Series {
  readonly home: number
  readonly away: number
}

const ATTEMPTS = 40

/** Target number of series between two clubs: four in the division, two in the league, one across leagues. */
const meetings = (a: number, b: number): number => {
  const first = CLUBS[a]
  const second = CLUBS[b]
  if (first?.divisionId === second?.divisionId) return 4
  return first?.leagueId === second?.leagueId ? 2 : 1
}

type Pairing = (readonly [number, number])[]

const pairClubs = (
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
      const priority = (need[club]?.[other] ?? 0) - (last[club] === other ? 100 : 0) + random() * 0.9
      if (priority > bestNeed) {
        best = other
        bestNeed = priority
      }
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
export function makeSeriesRounds(random: Random, rounds: number): Series[][] {
  const need = CLUBS.map((_, a) => CLUBS.map((__, b) => (a === b ? -1000 : meetings(a, b))))
  const last = CLUBS.map(() => -1)
  const homeRounds = CLUBS.map(() => 0)
  return Array.from({ length: rounds }, () => {
    let chosen = pairClubs(random, need, last)
    for (let n = 0; n < ATTEMPTS && chosen.misses > 0; n++) {
      const next = pairClubs(random, need, last)
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

/**
 * Weeks after the opening series, with two series each. With eight four-game series they make 162 games per
 * club.
 */
const WEEKS = 25
const FOUR_GAME_WEEKS = new Set([3, 6, 9, 12, 15, 18, 21, 24])
const RAIN = 0.014

const findPark = (clubIndex: number): Park => {
  const park = PARKS.find(({ id }) => id === CLUBS[clubIndex]?.venueId)
  if (!park) throw new Error(`no park for club ${clubIndex}`)
  return park
}

const drawStartTime = (
  random: Random,
  day: number,
  getaway: boolean,
): { time: string; dayNight: 'day' | 'night' } => {
  const dayOfWeek = weekday(day)
  if (dayOfWeek === 0) return { time: pick(random, ['13:10', '13:35', '14:10']), dayNight: 'day' }
  if (dayOfWeek === 6 && random() < 0.6) return { time: pick(random, ['13:05', '16:05']), dayNight: 'day' }
  if (getaway && random() < 0.5) return { time: pick(random, ['12:35', '13:10']), dayNight: 'day' }
  return { time: pick(random, ['18:40', '19:05', '19:10', '19:15']), dayNight: 'night' }
}

const seriesDates = (random: Random, round: number, opening: number): { first: number; games: number } => {
  if (round === 0) return { first: opening, games: 4 }
  const week = Math.ceil(round / 2)
  const monday = opening + 4 + (week - 1) * 7
  if (round % 2 === 0) return { first: monday + 4, games: 3 }
  if (FOUR_GAME_WEEKS.has(week)) return { first: monday, games: 4 }
  return { first: monday + (random() < 0.5 ? 0 : 1), games: 3 }
}

const compareByStart = (a: Omit<Game, 'pk'>, b: Omit<Game, 'pk'>): number => {
  if (a.date === b.date) return a.startsAt.localeCompare(b.startsAt)
  return a.date < b.date ? -1 : 1
}

/** Makes the original schedule of a season: 2,430 games in order of time. */
export function makeSchedule(seed: string, season: number): Game[] {
  const random = randomFrom(seed, 'schedule', season)
  const opening = openingDay(season)
  const games: Omit<Game, 'pk'>[] = makeSeriesRounds(random, 1 + 2 * WEEKS).flatMap((series, round) =>
    series.flatMap(({ home, away }) => {
      const { first, games: length } = seriesDates(random, round, opening)
      const park = findPark(home)
      return Array.from({ length }, (_, n): Omit<Game, 'pk'> => {
        const day = first + n
        const { time, dayNight } = drawStartTime(random, day, n === length - 1)
        return {
          season,
          date: dateOf(day),
          startsAt: instantOf(dateOf(day), time, park.timeZone),
          dayNight,
          homeId: CLUBS[home]?.id ?? 0,
          awayId: CLUBS[away]?.id ?? 0,
          venueId: park.id,
          gameNumber: 1,
          doubleHeader: 'N',
          seriesGame: n + 1,
          seriesLength: length,
        }
      })
    }),
  )
  return games.toSorted(compareByStart).map((game, index) => ({ ...game, pk: season * 10_000 + index + 1 }))
}

/**
 * Postpones some games in open parks because of rain. A postponed game becomes the second game of a
 * doubleheader on the next day of the series. Only games before `day` are considered.
 */
export function applyRain(seed: string, games: readonly Game[], day: string): Game[] {
  const rained = games.filter((game) => {
    const roof = PARKS.find(({ id }) => id === game.venueId)?.roof
    const random = randomFrom(seed, 'rain', game.pk)
    return game.date < day && roof === 'open' && game.seriesGame < game.seriesLength && random() < RAIN
  })
  const moved = new Map<number, Game>()
  for (const game of rained) {
    const next = games.find(
      ({ homeId, awayId, seriesGame, date }) =>
        homeId === game.homeId &&
        awayId === game.awayId &&
        seriesGame === game.seriesGame + 1 &&
        date > game.date,
    )
    const timeZone = PARKS.find(({ id }) => id === game.venueId)?.timeZone ?? 'America/New_York'
    // A game that is already part of a doubleheader is not postponed.
    if (!next || moved.has(next.pk) || moved.has(game.pk)) continue
    const at = (time: string) => instantOf(next.date, time, timeZone)
    const pair = { date: next.date, doubleHeader: 'S' } as const
    moved.set(next.pk, { ...next, ...pair, startsAt: at('13:10'), dayNight: 'day' })
    const postponedFrom = { date: game.date, startsAt: game.startsAt }
    moved.set(game.pk, {
      ...game,
      ...pair,
      gameNumber: 2,
      startsAt: at('18:40'),
      dayNight: 'night',
      postponedFrom,
    })
  }
  return games.map((game) => moved.get(game.pk) ?? game)
}
