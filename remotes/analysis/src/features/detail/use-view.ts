import type { StatForecastWire } from '@propsight/shared/contracts'
import { fairLine } from '@propsight/shared/domain'
import { useMemo, useState } from 'react'
import { forecastOf } from '../../state/forecast-of.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import type { PlayerDetailProps } from './detail-props.ts'
import { type GameWindow, gamesOf, type Where } from './games.ts'
import { DEFAULT_LINE, firstLine, statName } from './tabs.ts'

const NO_HANDS = {}

interface Chosen {
  /** The card that these choices were made on: another one begins anew. */
  cardId: string
  stat: string
  /** Lines that the user moved, by stat. */
  moved: Readonly<Record<string, number>>
  where: Where
}

export interface View {
  stat: string
  line: number
  /** The card of the book's line that this stat's tab begins at; null where the book has none. */
  book: RankedLine | null
  /** The card whose line is the one shown; null once the line is the user's own. */
  shown: RankedLine | null
  /** Other lines of the book on this stat. */
  others: readonly RankedLine[]
  /** What the engine expects of the stat, or why it says nothing. */
  forecast: StatForecastWire | string
  /** Without a game of the player's own, demo bars are drawn against the demo's line. */
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

/** What of a player is looked at: which stat, against which line, over which games. */
export function useView({ card, cards, record }: PlayerDetailProps): View {
  const [kept, setKept] = useState(() => begin(card))
  const [games, setGames] = useState<GameWindow>(10)
  const chosen = kept.cardId === card.id ? kept : begin(card)
  const { stat, where } = chosen
  // The same functions while a line is dragged: what does not show the line is not drawn again.
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
