import type { MovedPrice } from '@propsight/shared/contracts'
import { type LeagueClock, type SportCode, sportOfMarket } from '@propsight/shared/domain'
import { decimalOdds, impliedChance } from '@propsight/shared/domain/odds'
import type { OddsRepository, WatchedChange } from '../../repositories/odds.ts'
import type { OddsBoard, ReadOddsBoard } from '../odds/odds-board.ts'

/** Moves of this time are listed. */
const MOVES_HOURS = 12
const HOUR_MS = 3_600_000
/** Props whose changes are read: those whose prices changed last. */
const MAX_PROPS = 200
const MAX_MOVES = 6

export interface MovePorts {
  readonly clock: LeagueClock
  readonly oddsOf: ReadOddsBoard
  readonly upstream: { readonly odds: object | null }
  readonly repositories: { readonly odds: Pick<OddsRepository, 'changesSince'> }
}

type Prices = OddsBoard['prices']
type Side = 'over' | 'under'
interface Move {
  readonly last: WatchedChange
  readonly side: Side
  readonly before: number
  readonly now: number
  /** Rise of the price's chance, 0 to 1. */
  readonly rise: number
}

const chanceOf = (odds: number): number => impliedChance(decimalOdds(odds))

/** The move of one line at one book from its first to its last change; null if no side became likelier. */
function moveOf(changes: readonly WatchedChange[]): Move | null {
  const [first] = changes
  const last = changes.at(-1)
  if (!first || !last) return null
  const moveOfSide = (side: Side, before: number | null): Move[] => {
    const now = last[side]
    if (before === null || now === null) return []
    return [{ last, side, before, now, rise: chanceOf(now) - chanceOf(before) }]
  }
  const sides = [...moveOfSide('over', first.beforeOver), ...moveOfSide('under', first.beforeUnder)]
  return sides.filter(({ rise }) => rise > 0).toSorted((a, b) => b.rise - a.rise)[0] ?? null
}

interface OpenProp {
  readonly gamePk: number
  readonly personId: number
  readonly player: string
  readonly stat: string
  readonly team: string | null
  readonly changedAt: string
}

const newestOf = (times: readonly string[]): string => times.toSorted().at(-1) ?? ''

/** A sport's props of games that have not begun of which a price changed after the first read of the game, newest first. */
function changedProps(
  { events, props }: Pick<Prices, 'events' | 'props'>,
  sport: SportCode,
  now: number,
): OpenProp[] {
  const gamePks = new Map(
    events.flatMap(({ id, gamePk, startsAt }): [string, number][] =>
      gamePk !== null && Date.parse(startsAt) > now ? [[id, gamePk]] : [],
    ),
  )
  const firstReads = new Map<string, string>()
  for (const { eventId, quotes } of props)
    for (const { since } of quotes) {
      const first = firstReads.get(eventId)
      if (first === undefined || since < first) firstReads.set(eventId, since)
    }
  return props
    .flatMap(({ eventId, personId, player, stat, team, quotes }): OpenProp[] => {
      const gamePk = gamePks.get(eventId)
      const changedAt = newestOf(quotes.map(({ since }) => since))
      const hasChanged = changedAt > (firstReads.get(eventId) ?? '')
      return gamePk && personId !== null && hasChanged && sportOfMarket(stat) === sport
        ? [{ gamePk, personId, player, stat, team, changedAt }]
        : []
    })
    .toSorted((a, b) => b.changedAt.localeCompare(a.changedAt))
    .slice(0, MAX_PROPS)
}

async function findMoves(
  { clock, repositories }: MovePorts,
  prices: Prices,
  sport: SportCode,
): Promise<MovedPrice[]> {
  const now = clock.now()
  const props = changedProps(prices, sport, now.getTime())
  if (props.length === 0) return []
  const since = new Date(now.getTime() - MOVES_HOURS * HOUR_MS)
  const changes = await repositories.odds.changesSince(since, props)
  const moves = [...Map.groupBy(changes, ({ quote }) => quote).values()].flatMap((each) => moveOf(each) ?? [])
  const largest = new Map<number, Move>()
  for (const move of moves.toSorted((a, b) => b.rise - a.rise))
    if (!largest.has(move.last.prop)) largest.set(move.last.prop, move)
  const titles = new Map(prices.books.map(({ key, title }) => [key, title]))
  return [...largest.values()]
    .slice(0, MAX_MOVES)
    .flatMap(({ last, side, before, now: odds }): MovedPrice[] => {
      const prop = props[last.prop]
      if (!prop) return []
      const { player, team, stat } = prop
      const { line, at } = last
      const book = titles.get(last.book) ?? last.book
      return [
        { player, team, stat, line, side: side === 'over' ? 'OVER' : 'UNDER', book, before, now: odds, at },
      ]
    })
}

/** Moves by the prices that they were found for, which are one object until a price changes. */
const known = new WeakMap<Prices, Map<SportCode, Promise<MovedPrice[]>>>()

/**
 * Lists the largest moves of a sport's open props of today within the last hours, at most one per player and market.
 * @returns null without a source of odds
 */
export async function movedPrices(deps: MovePorts, sport: SportCode): Promise<MovedPrice[] | null> {
  if (!deps.upstream.odds) return null
  const { prices } = await deps.oddsOf(deps.clock.today())
  const bySport = known.get(prices) ?? new Map<SportCode, Promise<MovedPrice[]>>()
  known.set(prices, bySport)
  const found = bySport.get(sport) ?? findMoves(deps, prices, sport)
  bySport.set(sport, found)
  // A failure is not kept.
  found.catch(() => bySport.delete(sport))
  return found
}
