import type { StatForecastWire } from '@propsight/shared/contracts'
import { fairLine, findStatType, listStatNames, type RatedLog, ratedGames } from '@propsight/shared/domain'
import { useMemo, useState } from 'react'
import { findForecast } from '../../state/find-forecast.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import type { PlayerDetailProps } from './detail-props.ts'
import { type GameWindow, gamesForMarket, lacksStat, type Where } from './games/games.ts'

export interface StatTab {
  /** Name as in `findStatType`. */
  stat: string
  /** Label as specified (N12). */
  label: string
}

/** The six specified tabs of a batter, in order (N12). */
const HITTING_TABS: readonly StatTab[] = [
  { stat: 'Hits', label: 'HITS' },
  { stat: 'Total Bases', label: 'TOTAL BASES' },
  { stat: 'Home Runs', label: 'HOME RUNS' },
  { stat: 'RBIs', label: 'RBIs' },
  { stat: 'Hits+Runs+RBIs', label: 'HITS + RUNS + RBIs' },
  { stat: 'Walks', label: 'WALKS' },
]

const isNamed = (stat: string): boolean => HITTING_TABS.some((tab) => tab.stat === stat)

/** Initial line of a chart without a line of the book (N12). */
export const DEFAULT_LINE = 0.5

/** Canonical market name of a line; the book's name if the domain does not know the market. */
export const statName = (statType: string): string => findStatType(statType)?.name ?? statType

/** Whether a player ever had anything in a market: a quarterback has no receptions. */
function hasCounts(log: RatedLog, stat: string): boolean {
  const type = findStatType(stat)
  return type !== null && ratedGames(type, log).some(({ value }) => value !== 0)
}

/**
 * The tabs of one player: the six specified ones for a batter or all pitching markets, in other sports the markets in
 * which the player has counts, plus the markets of the player's lines on the board.
 * @param own markets of those lines
 */
export function listTabs(log: RatedLog, own: readonly string[]): StatTab[] {
  const { group } = log
  const isBaseball = group === 'hitting' || group === 'pitching'
  const named =
    group === 'hitting'
      ? HITTING_TABS
      : listStatNames(group)
          .filter((stat) => isBaseball || own.includes(stat) || hasCounts(log, stat))
          .map((stat) => ({ stat, label: stat.toUpperCase() }))
  const others = [...new Set(own)].filter((stat) => !named.some((tab) => tab.stat === stat))
  return [...named, ...others.map((stat) => ({ stat, label: stat.toUpperCase() }))]
}

/**
 * Initial line of a tab without a line of the book: 0.5 for the six specified markets (N12). Values of other
 * markets are far above 0.5, so that they start near the fair line.
 * @param fair the engine's fair line of the market; null without a forecast
 */
export const firstLine = (stat: string, fair: number | null): number =>
  isNamed(stat) || fair === null ? DEFAULT_LINE : Math.max(DEFAULT_LINE, Math.floor(fair) + 0.5)

const NO_HANDS = {}

interface Choices {
  /** The card that these choices belong to; another card starts with defaults. */
  cardId: string
  stat: string
  /** Lines set by the user, by market. */
  movedLines: Readonly<Record<string, number>>
  where: Where
  moving: boolean
}

export interface View {
  stat: string
  line: number
  /** Whether the line is moving. Slower parts of the view follow once it is at rest. */
  moving: boolean
  /** The card of the book's line that the tab starts with; null if the board ranks no line of the market. */
  book: RankedLine | null
  /** The card whose line equals the shown line; null if the line is the user's own. */
  shown: RankedLine | null
  /** The ranked lines of the board on this market, the opened card first. */
  offered: readonly RankedLine[]
  /** The engine's forecast of the market, or the reason for its absence. */
  forecast: StatForecastWire | string
  /** Whether the player has no games, so that demo bars are shown against the default line. */
  demo: boolean
  /** Whether there are games, but none with the counts of the market. */
  lacking: boolean
  games: GameWindow
  where: Where
  setStat(stat: string): void
  /** @param moving whether the line keeps moving */
  setLine(line: number, moving?: boolean): void
  setGames(games: GameWindow): void
  setWhere(where: Where): void
}

const initialChoices = (card: RankedLine): Choices => ({
  cardId: card.id,
  stat: statName(card.line.statType),
  movedLines: {},
  where: 'all',
  moving: false,
})

const isForMarket =
  (stat: string) =>
  ({ line }: RankedLine): boolean =>
    statName(line.statType) === stat

/** State of the detail view: the chosen market, line and games. */
export function useDetailState({ card, cards, record }: PlayerDetailProps): View {
  const [choices, setChoices] = useState(() => initialChoices(card))
  const [games, setGames] = useState<GameWindow>(10)
  const chosen = choices.cardId === card.id ? choices : initialChoices(card)
  const { stat, where, moving } = chosen
  // Stable setters: components that do not show the line do not render again while it is dragged.
  const setters = useMemo(() => {
    const change = (part: (now: Choices) => Partial<Choices>) =>
      setChoices((before) => {
        const now = before.cardId === card.id ? before : initialChoices(card)
        return { ...now, ...part(now) }
      })
    return {
      setStat: (next: string) => change(() => ({ stat: next, moving: false })),
      setLine: (next: number, moves = false) =>
        change((now) => ({ movedLines: { ...now.movedLines, [now.stat]: next }, moving: moves })),
      setWhere: (next: Where) => change(() => ({ where: next })),
    }
  }, [card])
  // Memoized, so that dragging the line does not draw the alternate lines again.
  const offered = useMemo(
    () => [card, ...cards.filter(({ id }) => id !== card.id)].filter(isForMarket(stat)),
    [card, cards, stat],
  )
  const book =
    offered.find(({ id }) => id === card.id) ??
    offered.find(({ line }) => line.oddsType === 'standard') ??
    offered[0] ??
    null
  const forecast = findForecast(card.line, record, stat)
  const fair = typeof forecast === 'string' ? null : fairLine(forecast.distribution)
  const lacking = lacksStat(record, stat)
  const demo = useMemo(
    () => !lacking && gamesForMarket(record, stat, NO_HANDS).length === 0,
    [lacking, record, stat],
  )
  const first = demo ? DEFAULT_LINE : (book?.line.line ?? firstLine(stat, fair))
  const line = chosen.movedLines[stat] ?? first
  return {
    stat,
    line,
    moving,
    book,
    shown: [book, ...offered].find((other) => other?.line.line === line) ?? null,
    offered,
    forecast,
    demo,
    lacking,
    games,
    where,
    setGames,
    ...setters,
  }
}
