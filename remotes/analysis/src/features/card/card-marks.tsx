import { Slot, useShell } from '@propsight/shared/client'
import type { Availability, DayGame } from '@propsight/shared/contracts'
import { findStatType, hasFewGames, LEAST_GAMES, OPENER_NOTE, sportOfMarket } from '@propsight/shared/domain'
import { shortDayText } from '@propsight/shared/format'
import { cx, Tag } from '@propsight/shared/ui'
import { availabilityText } from '../../state/format.ts'
import { figureSide, type RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'

export interface Mark {
  text: string
  /** Grade of a mark against the call. The text states it as well, so that color is not the only signal. */
  tone?: 'mid' | 'low'
  /** Full text of the league. */
  title?: string
}

const FEW_GAMES: Mark = {
  text: 'Few games',
  tone: 'mid',
  title: `Fewer than ${LEAST_GAMES} games this season: no top pick`,
}

const OPENER: Mark = {
  text: 'Opener',
  tone: 'mid',
  title: OPENER_NOTE,
}

const ORDINALS = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th'] as const

const availabilityMark = (availability: Availability): Mark => ({
  text: availabilityText(availability, shortDayText(availability.date)),
  title: availability.text,
  ...(availability.state === 'out' ? { tone: 'low' } : {}),
})

/** A batter's slot in the announced line-up. Does not apply to pitchers. */
function lineupMark({ record, tonight }: RankedLine): Mark | null {
  if (record.group !== 'hitting' || !tonight) return null
  const { announced, slot } = tonight.lineup
  if (slot !== null) return { text: `Bats ${ORDINALS[slot - 1]}` }
  return announced ? { text: 'Not in the line-up', tone: 'mid' } : { text: 'Line-up not out yet' }
}

/**
 * Marks of the evidence and the game context, those against the call first. Unknown facts give no mark.
 * @param weather weather of the game as text, or null
 */
export function listMarks(card: RankedLine, weather: string | null): Mark[] {
  const { availability } = card.record
  return [
    availability ? availabilityMark(availability) : null,
    hasFewGames(card.found.bars.length) ? FEW_GAMES : null,
    card.record.forecastNote === 'opener' ? OPENER : null,
    // A player who is out is in no line-up, so that the state of the line-up is not relevant.
    availability?.state === 'out' ? null : lineupMark(card),
    weather ? { text: weather } : null,
  ].filter((mark) => mark !== null)
}

/** Marks against the call, which a collapsed card shows. */
export const listWarnings = (card: RankedLine): Mark[] => listMarks(card, null).filter(({ tone }) => tone)

interface CardMarksProps {
  card: RankedLine
  /** The game of the line; null while it is unknown. */
  game: DayGame | null
  /** Shows only marks against the call, as in a collapsed card. */
  warnings?: boolean
}

/** Availability and batting order as short texts, and what remotes contribute to them. */
export function CardMarks({ card, game, warnings = false }: CardMarksProps) {
  const marks = warnings ? listWarnings(card) : listMarks(card, null)
  if (marks.length === 0 && warnings) return null
  return (
    <span className={styles.marks}>
      {marks.map(({ text, tone, title }) =>
        tone ? (
          <Tag key={text} small tone={tone} {...(title && { title })}>
            {text}
          </Tag>
        ) : (
          <span key={text} className={styles.mark} title={title ?? text}>
            {text}
          </span>
        ),
      )}
      {!warnings && <PanelSlot card={card} game={game} />}
    </span>
  )
}

/** What a card tells the components in its slots. */
const describeLine = ({ line: { name, statType, line, gamePk = null }, personId }: RankedLine) => ({
  sport: sportOfMarket(statType),
  personId,
  player: name,
  stat: findStatType(statType)?.name ?? statType,
  line,
  gamePk,
})

/** What remotes contribute about the side of an opened card, such as its best price. Nothing without a side. */
export function CardActions({ card }: { card: RankedLine }) {
  const shell = useShell()
  const side = figureSide(card)
  return side && <Slot shell={shell} name="analysis/line-actions" props={{ ...describeLine(card), side }} />
}

/** What remotes contribute to the facts of a line, such as the weather of its game. */
function PanelSlot({ card, game }: Pick<CardMarksProps, 'card' | 'game'>) {
  const shell = useShell()
  const { homeTeam = null, gameTime = null, timeTbd = false } = game ?? {}
  return (
    <Slot
      shell={shell}
      name="analysis/player-panel"
      props={{
        ...describeLine(card),
        side: figureSide(card),
        homeTeam,
        gameTime: timeTbd ? null : gameTime,
      }}
      className={cx(styles.mark, styles.weather)}
    />
  )
}
