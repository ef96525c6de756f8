import { nextBoardOpensAt } from '../live/world-at.ts'
import { type Game, isPark, type Pair, type Park, type Person } from '../world/entities.ts'
import { randomFrom } from '../world/random.ts'
import { dateOf, dayNumber, instantOf, type PropCounts, type World } from '../world/world.ts'
import type { PropRole } from './sample-books.ts'
import { logit } from './sample-books.ts'

const MINUTE_MS = 60_000
const EASTERN = 'America/New_York'

/** A player with props in a game. */
export interface OddsPlayer {
  readonly id: number
  readonly name: string
  readonly role: PropRole
  readonly home: boolean
  /** Place in the batting order from 0; others than batters have none. */
  readonly slot: number
  readonly counts: PropCounts
  /** No book quotes the player earlier than this instant. */
  readonly from: number
  /** The player's late scratch; null if the player plays. */
  readonly scratchedAt: number | null
}

/** What the books know about one game. */
export interface OddsGame {
  readonly game: Pick<Game, 'pk' | 'date'>
  readonly park: Park | undefined
  /** Instants: the event is listed; first pitch. */
  readonly listedAt: number
  readonly startsAt: number
  readonly players: readonly OddsPlayer[]
}

/**
 * The instant at which the odds service lists the games of a day: when the league's own book shows them.
 * @param dayBefore games of the day before, with those that were postponed from it
 */
export function listedAt(dayBefore: readonly Game[], day: string): number {
  const before = dateOf(dayNumber(day) - 1)
  const starts = dayBefore.flatMap(({ date, startsAt, postponedFrom }) => {
    if (postponedFrom?.date === before) return [postponedFrom.startsAt]
    return date === before ? [startsAt] : []
  })
  return nextBoardOpensAt(before, starts)
}

const RECENT_DAYS = 20
/** Starts in the last `RECENT_DAYS` days of a player whom books expect in the lineup, and of one they do not. */
const EXPECTED_STARTS = 12
const SUBSTITUTE_STARTS = 9
const SCRATCH_RATE = 0.35
const SCRATCH_MINUTES = [45, 150] as const
/** Minutes after the scratch before a book quotes the substitute. */
const SUBSTITUTE_MINUTES = 10

/**
 * Starts of the last days before the world's day, by person id. A game in progress past midnight has its lines
 * twice in the table of a running league, and counts once.
 */
const countRecentStarts = ({ day, games, people, batting }: World): ReadonlyMap<number, number> => {
  const since = dateOf(dayNumber(day) - RECENT_DAYS)
  const recent = games.map(({ date, result }) => date >= since && result !== undefined)
  const gamesOf = new Map<number, Set<number>>()
  for (let line = 0; line < batting.length; line++) {
    const { game, person, order } = batting.key(line)
    if (!recent[game] || order % 10 !== 0) continue
    gamesOf.set(person, (gamesOf.get(person) ?? new Set()).add(game))
  }
  return new Map([...gamesOf].map(([person, started]) => [people[person]?.id ?? 0, started.size]))
}

interface Scratch {
  readonly player: Person
  /** Index of the place in the batting order of the substitute. */
  readonly slot: number
  readonly at: number
}

const FIELD_POSITIONS = ['', 'P', 'C', '1B', '2B', '3B', 'SS', 'LF', 'CF', 'RF', 'DH']

/**
 * A late scratch of one club, or null. A regular who rests is the scratched player: the game is not changed,
 * because its lineup never contains the player. Books expect the regular until the scratch.
 */
const findScratch = (
  seed: string,
  world: World,
  starts: ReadonlyMap<number, number>,
  game: Game,
  side: keyof Pair<unknown>,
): Scratch | null => {
  const random = randomFrom(seed, 'scratch', game.pk, side)
  const lineup = game.lineups?.[side] ?? []
  const club = side === 'home' ? game.homeId : game.awayId
  if (lineup.length === 0 || random() >= SCRATCH_RATE) return null
  const inLineup = new Set(lineup.map(({ id }) => id))
  const started = (id: number) => starts.get(id) ?? 0
  const [player] = world.people
    .filter(
      ({ id, teamId, status, position }) =>
        teamId === club && status === 'active' && position !== '1' && !inLineup.has(id),
    )
    .filter(({ id }) => started(id) >= EXPECTED_STARTS)
    .toSorted((a, b) => started(b.id) - started(a.id))
  if (!player) return null
  const substitutes = lineup
    .map((spot, slot) => ({ ...spot, slot }))
    .filter(({ id }) => started(id) <= SUBSTITUTE_STARTS)
  const position = FIELD_POSITIONS[Number(player.position)]
  const substitute = substitutes.find((spot) => spot.position === position) ?? substitutes[0]
  if (!substitute) return null
  const minutes = SCRATCH_MINUTES[0] + random() * (SCRATCH_MINUTES[1] - SCRATCH_MINUTES[0])
  return { player, slot: substitute.slot, at: Date.parse(game.startsAt) - minutes * MINUTE_MS }
}

/** Share of names that the odds service writes without diacritics; in recorded quotes both forms occur. */
const PLAIN_NAMES = 0.9

/** A player's name as in the quotes. */
const quotedName = (seed: string, { id, fullName }: Person): string =>
  randomFrom(seed, 'name', id)() < PLAIN_NAMES ? fullName.normalize('NFD').replace(/\p{M}/gu, '') : fullName

/**
 * Reads what the books know from the world of a day's morning: the day's games with their players.
 * @param seed seed of the league
 */
export function readOddsDay(seed: string, world: World): ReadonlyMap<number, OddsGame> {
  const { day } = world
  const before = dateOf(dayNumber(day) - 1)
  const dayBefore = world.games.filter(
    ({ date, postponedFrom }) => date === before || postponedFrom?.date === before,
  )
  const listed = listedAt(dayBefore, day)
  const midnight = Date.parse(instantOf(day, '00:00', EASTERN))
  const people = new Map(world.people.map((person) => [person.id, person]))
  const parks = new Map(world.parks.map((park) => [park.id, park]))
  const props = Map.groupBy(world.props, ({ gamePk }) => gamePk)
  const starts = countRecentStarts(world)
  const moved = new Set(
    world.transactions
      .filter(({ date, typeCode }) => date === day && typeCode === 'TR')
      .map((t) => t.personId),
  )

  const listPlayers = (game: Game, side: keyof Pair<unknown>): OddsPlayer[] => {
    const counts = new Map(props.get(game.pk)?.map((each) => [each.personId, each]))
    const scratch = findScratch(`${seed}|${day}`, world, starts, game, side)
    const home = side === 'home'
    const player = (
      person: Person | undefined,
      source: PropCounts | undefined,
      more: Pick<OddsPlayer, 'role' | 'slot'> & Partial<OddsPlayer>,
    ): OddsPlayer[] => {
      if (!person || !source) return []
      // A club change of the next morning is not known in the evening before.
      const from = moved.has(person.id) ? midnight : listed
      const name = quotedName(seed, person)
      return [{ id: person.id, name, home, counts: source, from, scratchedAt: null, ...more }]
    }
    const starter = game.probables?.[side] ?? 0
    const lineup = game.lineups?.[side] ?? []
    const substitute = lineup[scratch?.slot ?? -1]
    return [
      ...player(people.get(starter), counts.get(starter), { role: 'pitcher', slot: -1 }),
      ...lineup.flatMap(({ id }, slot) =>
        player(people.get(id), counts.get(id), {
          role: 'batter',
          slot,
          ...(scratch?.slot === slot ? { from: scratch.at + SUBSTITUTE_MINUTES * MINUTE_MS } : {}),
        }),
      ),
      // The expected regular has the place and, as far as books know, about the chances of the substitute.
      ...(scratch && substitute
        ? player(scratch.player, counts.get(substitute.id), {
            role: 'batter',
            slot: scratch.slot,
            scratchedAt: scratch.at,
          })
        : []),
    ]
  }

  return new Map(
    world.games
      .filter(({ date }) => date === day)
      .map((game) => {
        const players = [...listPlayers(game, 'away'), ...listPlayers(game, 'home')]
        const startsAt = Date.parse(game.startsAt)
        const venue = parks.get(game.venueId)
        const park = isPark(venue) ? venue : undefined
        return [game.pk, { game, park, listedAt: listed, startsAt, players }]
      }),
  )
}

/** Logit of the true over probability of each half line of a player in a market, from 0.5; empty without one. */
export const trueLogits = ({ counts }: OddsPlayer, market: string): number[] =>
  (counts.above[market] ?? []).map((count) => logit((count + 0.5) / (counts.games + 1)))
