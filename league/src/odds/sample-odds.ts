import { trueOver } from '../pricing/price-board.ts'
import type { Club, Game } from '../world/entities.ts'
import { hashSeed } from '../world/random.ts'
import { dateOf, dayNumber, type World } from '../world/world.ts'
import { EventBooks } from './event-books.ts'
import { listedAt, type OddsGame, type OddsPlayer, readOddsDay } from './odds-day.ts'
import type { EventQuotes, OddsEvent, OddsSnapshot, OddsSource } from './odds-source.ts'

const MINUTE_MS = 60_000
export const SNAPSHOT_MS = 5 * MINUTE_MS
/** Rain postpones a game this long before its first pitch; the books then close it. */
const CALLED_OFF_MS = 40 * MINUTE_MS
/** Time after the first pitch for which a past event is found in the history. */
export const HISTORY_MS = 6 * 60 * MINUTE_MS
/** Days with computed odds that are kept. */
const KEPT_DAYS = 3

/** A world with the lookup tables that the odds need; an index of the league has them. */
interface IndexedWorld {
  readonly world: World
  readonly clubs: ReadonlyMap<number, Club>
  readonly games: ReadonlyMap<number, Game>
  /** Games by day; postponed games also by their original day. */
  readonly byDate: ReadonlyMap<string, readonly Game[]>
  readonly morning: { readonly world: World }
}

/** The worlds that the sample odds are computed from. */
export interface OddsWorlds {
  /** The world at the current instant, with the morning of its day. */
  readonly current: () => IndexedWorld
  /** The morning of another day. */
  readonly open: (day: string) => World
}

/** The id of a game's event, 32 hexadecimal digits. */
export const eventId = (seed: string, pk: number): string =>
  [0, 1, 2, 3].map((part) => hashSeed(seed, 'event', pk, part).toString(16).padStart(8, '0')).join('')

/** The computed odds of one day. */
class OddsDay {
  readonly #seed: string
  readonly #games: ReadonlyMap<number, OddsGame>
  readonly #books = new Map<number, EventBooks>()

  constructor(seed: string, world: World) {
    this.#seed = `${seed}|${world.day}|odds`
    this.#games = readOddsDay(seed, world)
  }

  /** The books of a game; computed at its first request. */
  books(pk: number): EventBooks | null {
    const found = this.#books.get(pk)
    if (found) return found
    const game = this.#games.get(pk)
    if (!game) return null
    const made = new EventBooks(this.#seed, game)
    this.#books.set(pk, made)
    return made
  }

  /** A player of a game by name, who has a distribution in the market. */
  player(pk: number, name: string, market: string): OddsPlayer | undefined {
    const players = this.#games.get(pk)?.players ?? []
    return players.find((player) => player.name === name && player.counts.above[market] !== undefined)
  }
}

/**
 * The odds of the sample books. They are computed on request from the true distributions of the day; nothing is
 * computed before the first request.
 * @param seed seed of the league
 */
export class SampleOdds implements OddsSource {
  readonly #seed: string
  readonly #worlds: OddsWorlds
  readonly #days = new Map<string, OddsDay>()
  #ids: { readonly day: string; readonly games: ReadonlyMap<string, number> } | null = null

  constructor(seed: string, worlds: OddsWorlds) {
    this.#seed = seed
    this.#worlds = worlds
  }

  events(now: Date): readonly OddsEvent[] {
    const { world, byDate } = this.#worlds.current()
    const today = dayNumber(world.day)
    return [today - 1, today, today + 1]
      .flatMap((day) => byDate.get(dateOf(day))?.filter(({ date }) => date === dateOf(day)) ?? [])
      .filter((game) => this.#isListed(game, now))
      .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt) || a.pk - b.pk)
      .map((game) => this.#event(game))
  }

  quotes(id: string, now: Date, markets: ReadonlySet<string>): EventQuotes | null {
    const game = this.#gameOf(id)
    if (!game || !this.#isListed(game, now)) return null
    const event = this.#event(game)
    // A game in progress has no prop quotes, also after midnight, when its day is over.
    if (now.getTime() >= Date.parse(game.startsAt)) return { event, books: [] }
    return { event, books: this.#day(game.date).books(game.pk)?.at(now.getTime(), markets) ?? [] }
  }

  history(id: string, at: Date, now: Date, markets: ReadonlySet<string>): OddsSnapshot | null {
    const timestamp = Math.floor(Math.min(at.getTime(), now.getTime()) / SNAPSHOT_MS) * SNAPSHOT_MS
    const game = this.#gameOf(id)
    if (!game) return null
    const appearance = appearancesOf(game).findLast(({ date }) => this.#listedAt(date) <= timestamp)
    if (!appearance || timestamp > appearance.closesAt + HISTORY_MS) return null
    const { date, startsAt, closesAt } = appearance
    const open = timestamp < closesAt
    const next = timestamp + SNAPSHOT_MS
    return {
      timestamp,
      previous: timestamp - SNAPSHOT_MS,
      next: next <= now.getTime() ? next : null,
      event: { ...this.#event(game), commenceTime: startsAt },
      books: open ? (this.#day(date).books(game.pk)?.at(timestamp, markets) ?? []) : [],
    }
  }

  /**
   * For tests: the true probability of a value above a half line, which no answer contains.
   * @param player name as in the quotes
   * @param market market key, without `_alternate`
   * @returns null for an unknown event or player, and for a player who is scratched
   */
  trueOver(id: string, player: string, market: string, line: number): number | null {
    const game = this.#gameOf(id)
    const found = game && this.#day(game.date).player(game.pk, player, market)
    return found && found.scratchedAt === null ? trueOver(found.counts, market, line) : null
  }

  #listedAt(day: string): number {
    return listedAt(this.#worlds.current().byDate.get(dateOf(dayNumber(day) - 1)) ?? [], day)
  }

  /** Whether a game of yesterday (past midnight), today or tomorrow is listed at an instant. */
  #isListed({ date, result, live }: Game, now: Date): boolean {
    const { day } = this.#worlds.current().world
    const over = result !== undefined && live?.phase !== 'game-over'
    if (over || Math.abs(dayNumber(date) - dayNumber(day)) > 1) return false
    return this.#listedAt(date) <= now.getTime()
  }

  #event({ pk, startsAt, homeId, awayId }: Game): OddsEvent {
    const { clubs } = this.#worlds.current()
    return {
      id: eventId(this.#seed, pk),
      commenceTime: startsAt,
      homeTeam: clubs.get(homeId)?.name ?? '',
      awayTeam: clubs.get(awayId)?.name ?? '',
    }
  }

  #gameOf(id: string): Game | undefined {
    const { games, morning } = this.#worlds.current()
    const { day } = morning.world
    if (this.#ids?.day !== day) {
      this.#ids = { day, games: new Map(morning.world.games.map(({ pk }) => [eventId(this.#seed, pk), pk])) }
    }
    return games.get(this.#ids.games.get(id) ?? -1)
  }

  #day(date: string): OddsDay {
    const found = this.#days.get(date)
    if (found) return found
    const morning = this.#worlds.current().morning.world
    const made = new OddsDay(this.#seed, morning.day === date ? morning : this.#worlds.open(date))
    this.#days.set(date, made)
    const [oldest] = this.#days.keys()
    if (this.#days.size > KEPT_DAYS && oldest !== undefined) this.#days.delete(oldest)
    return made
  }
}

/** The days on which a game is or was scheduled, with the instant at which its quotes end. */
const appearancesOf = ({ date, startsAt, postponedFrom }: Game) => {
  const current = { date, startsAt, closesAt: Date.parse(startsAt) }
  if (!postponedFrom) return [current]
  const closesAt = Date.parse(postponedFrom.startsAt) - CALLED_OFF_MS
  return [{ ...postponedFrom, closesAt }, current]
}
