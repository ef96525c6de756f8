import type { StatForecastWire } from '@propsight/shared/contracts'
import { fairLine } from '@propsight/shared/domain'
import { useMemo, useState } from 'react'
import { forecastOf } from '../../state/find-forecast.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import type { PlayerDetailProps } from './detail-props.ts'
import { type GameWindow, gamesOf, type Where } from './games/games.ts'
import { DEFAULT_LINE, firstLine, statName } from './tabs.ts'

const NO_HANDS = {}

interface Chosen {
  /** The card that these choices belong to; another card starts with defaults. */
  cardId: string
  stat: string
  /** Lines set by the user, by market. */
  moved: Readonly<Record<string, number>>
  where: Where
}

export interface View {
  stat: string
  line: number
  /** The card of the book's line that the tab starts with; null if the book has no line of the market. */
  book: RankedLine | null
  /** The card whose line equals the shown line; null if the line is the user's own. */
  shown: RankedLine | null
  /** Other lines of the book on this market. */
  others: readonly RankedLine[]
  /** The engine's forecast of the market, or the reason for its absence. */
  forecast: StatForecastWire | string
  /** Whether the player has no games, so that demo bars are shown against the default line. */
  demo: boolean
  games: GameWindow
  where: Where
  setStat(stat: string): void
  setLine(line: number): void
  setGames(games: GameWindow): void
  setWhere(where: Where): void
}

const begin = (card: RankedLine): Chosen => ({
  cardId: card.id,
  stat: statName(card.line.statType),
  moved: {},
  where: 'all',
})

const isAbout =
  (stat: string) =>
  ({ line }: RankedLine): boolean =>
    statName(line.statType) === stat

/** State of the detail view: the chosen market, line and games. */
export function useView({ card, cards, record }: PlayerDetailProps): View {
  const [kept, setKept] = useState(() => begin(card))
  const [games, setGames] = useState<GameWindow>(10)
  const chosen = kept.cardId === card.id ? kept : begin(card)
  const { stat, where } = chosen
  // Stable setters: components that do not show the line do not render again while it is dragged.
  const setters = useMemo(() => {
    const change = (part: (now: Chosen) => Partial<Chosen>) =>
      setKept((before) => {
        const now = before.cardId === card.id ? before : begin(card)
        return { ...now, ...part(now) }
      })
    return {
      setStat: (next: string) => change(() => ({ stat: next })),
      setLine: (next: number) => change((now) => ({ moved: { ...now.moved, [now.stat]: next } })),
      setWhere: (next: Where) => change(() => ({ where: next })),
    }
  }, [card])
  const offered = [card, ...cards.filter(({ id }) => id !== card.id)].filter(isAbout(stat))
  const book =
    offered.find(({ id }) => id === card.id) ??
    offered.find(({ line }) => line.oddsType === 'standard') ??
    offered[0] ??
    null
  const forecast = forecastOf(card.line, record, stat)
  const fair = typeof forecast === 'string' ? null : fairLine(forecast.distribution)
  const demo = useMemo(() => gamesOf(record, stat, NO_HANDS).length === 0, [record, stat])
  const first = demo ? DEFAULT_LINE : (book?.line.line ?? firstLine(stat, fair))
  const line = chosen.moved[stat] ?? first
  return {
    stat,
    line,
    book,
    shown: [book, ...offered].find((other) => other?.line.line === line) ?? null,
    others: offered.filter(({ id }) => id !== book?.id),
    forecast,
    demo,
    games,
    where,
    setGames,
    ...setters,
  }
}
