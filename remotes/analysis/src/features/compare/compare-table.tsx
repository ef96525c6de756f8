import {
  confidencePercent,
  type HitRateWindow,
  hitRates,
  marketLabel,
  sideCountsText,
  sideRate,
  trendOnSide,
} from '@propsight/shared/domain'
import { formatSigned } from '@propsight/shared/format'
import { Button, Call, Tag } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import { percentText, tenths } from '../../state/format.ts'
import { marginOverBreakEven, noCallText, type RankedLine, slipText } from '../../state/ranked-line.ts'
import styles from './compare.module.css'

export interface Figure {
  text: string
  /** The counts behind the figure, or its interval. */
  note?: string
}

export interface CompareRow {
  label: string
  figures: Figure[]
  /** Per card: whether its figure is the best of the row. None is best if all are equal. */
  best: boolean[]
}

const UNKNOWN: Figure = { text: '—' }

/** @param values score of each figure for its card's own pick, higher is better; null if unknown */
function row(label: string, figures: Figure[], values: readonly (number | null)[] = []): CompareRow {
  const scores = values.filter((value) => value !== null)
  const highest = Math.max(...scores)
  const hasBest = scores.length > 1 && scores.some((score) => score < highest)
  return { label, figures, best: figures.map((_, index) => hasBest && values[index] === highest) }
}

/** Distance of the fair line from the book's line, positive in favor of the card's side. */
function fairLineMargin({ forecast, line, side }: RankedLine): number | null {
  if (!forecast || !side) return null
  const distance = tenths(forecast.fairLine) - line.line
  return side === 'OVER' ? distance : -distance
}

const WINDOWS: readonly (readonly [HitRateWindow, string])[] = [
  ['last5', 'Hit rate, last 5'],
  ['last10', 'Hit rate, last 10'],
  ['last15', 'Hit rate, last 15'],
  ['last25', 'Hit rate, last 25'],
  ['season', 'Hit rate, season'],
  ['home', 'Hit rate, at home'],
  ['away', 'Hit rate, away'],
]

function rateRows(cards: readonly RankedLine[]): CompareRow[] {
  const found = cards.map(({ line, record }) =>
    hitRates(line.statType, line.line, record, { opponent: null, hand: null }),
  )
  return WINDOWS.map(([window, label]) => {
    const rates = cards.map(({ side }, index) => {
      const counts = found[index]?.ok ? found[index].value[window] : null
      const rate = counts && sideRate(counts, side).rate
      return { rate, note: counts && sideCountsText(counts, side) }
    })
    return row(
      label,
      rates.map(({ rate, note }) =>
        rate === null || note === null ? UNKNOWN : { text: `${percentText(rate)}%`, note },
      ),
      rates.map(({ rate }) => rate),
    )
  })
}

function chanceRows(cards: readonly RankedLine[]): CompareRow[] {
  const chances = cards.map(({ forecast, noForecast }) =>
    forecast
      ? {
          text: `${confidencePercent(forecast.chance)}%`,
          note: `${confidencePercent(forecast.low)}–${confidencePercent(forecast.high)}`,
        }
      : { ...UNKNOWN, note: noForecast },
  )
  const edges = cards.map(marginOverBreakEven)
  const margins = cards.map(fairLineMargin)
  return [
    row(
      'Probability',
      chances,
      cards.map(({ forecast }) => forecast && confidencePercent(forecast.chance)),
    ),
    row(
      'Above break-even',
      edges.map((edge) =>
        edge === null
          ? { ...UNKNOWN, note: 'no price, no public payout' }
          : { text: `${formatSigned(edge)} pts` },
      ),
      edges.map((edge) => edge && tenths(edge)),
    ),
    row(
      'Fair line',
      cards.map(({ forecast, line }) =>
        forecast
          ? {
              text: tenths(forecast.fairLine).toFixed(1),
              note: formatSigned(tenths(forecast.fairLine) - line.line),
            }
          : UNKNOWN,
      ),
      margins,
    ),
    row(
      'Expected',
      cards.map(({ forecast }) => (forecast ? { text: forecast.mean.toFixed(1) } : UNKNOWN)),
    ),
  ]
}

const FORMS = { up: 'Rising', down: 'Falling', flat: 'Steady' } as const

/**
 * The rows of the comparison. 'Best' marks the figure that favors its card's own pick most.
 * @param marks line-up, availability and weather of a card, as texts
 */
export function compareRows(
  cards: readonly RankedLine[],
  marks: (card: RankedLine) => readonly string[],
): CompareRow[] {
  return [
    row(
      'Stat',
      cards.map(({ line }) => ({ text: marketLabel(line.statType) })),
    ),
    ...chanceRows(cards),
    ...rateRows(cards),
    row(
      'Form, 5 v 10 games',
      cards.map(({ found: { trend }, side }) => {
        if (!trend) return UNKNOWN
        const averages = `${trend.short.toFixed(1)} v ${trend.long.toFixed(1)}`
        const note = [averages, side && trendOnSide(trend, side)].filter(Boolean).join(', ')
        return { text: FORMS[trend.direction], note }
      }),
    ),
    row(
      'Tonight',
      cards.map((card) => ({ text: marks(card).join(' · ') || '—' })),
    ),
  ]
}

export interface CompareTableProps {
  /** Two to four, in the order chosen. */
  cards: readonly RankedLine[]
  /** Line-up, availability and weather of a card, as texts. */
  marks(card: RankedLine): readonly string[]
  /** Renders the Save button of a card. */
  action(card: RankedLine): ReactNode
  onRemove(id: string): void
}

/** One column per card, one row per figure. The best figure of a row is labelled 'Best'. */
export function CompareTable({ cards, marks, action, onRemove }: CompareTableProps) {
  const rows = compareRows(cards, marks)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <section className={styles.scroll} aria-label="Comparison" tabIndex={0}>
        <table className={styles.table}>
          <caption className={styles.caption}>Best: the figure that supports its pick most.</caption>
          <thead>
            <tr>
              <td />
              {cards.map((card) => {
                const { id, line, call, side } = card
                const slip = slipText(card)
                return (
                  <th key={id} scope="col">
                    <b>{line.name}</b>
                    {call ? (
                      <Call side={call} line={line.line} />
                    ) : (
                      <span>{noCallText(line.line, side)}</span>
                    )}
                    {slip && <span className={styles.note}>{slip}</span>}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, figures, best }) => (
              <tr key={label}>
                <th scope="row" className="u-label">
                  {label}
                </th>
                {figures.map(({ text, note }, index) => (
                  <td key={cards[index]?.id}>
                    <span className={styles.figure}>{text}</span>
                    {note && <span className={styles.note}>{note}</span>}
                    {best[index] && (
                      <Tag small outlined>
                        Best
                      </Tag>
                    )}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <td />
              {cards.map((card) => (
                <td key={card.id}>
                  <div className={styles.acts}>
                    {action(card)}
                    <Button
                      variant="bare"
                      aria-label={`Remove ${card.line.name} from the comparison`}
                      onClick={() => onRemove(card.id)}
                    >
                      Remove
                    </Button>
                  </div>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </>
  )
}
