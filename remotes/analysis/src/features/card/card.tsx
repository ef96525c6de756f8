import type { DayGame } from '@propsight/shared/contracts'
import {
  basisText,
  confidencePercent,
  gradeConfidence,
  type HitRateWindow,
  hasStandardPayout,
  hitRates,
  marketLabel,
  type OverRate,
  type Side,
  sideCountsText,
  sideRate,
  withoutPayoutText,
} from '@propsight/shared/domain'
import { formatSigned } from '@propsight/shared/format'
import { cx, LineBars, Probability, ProbabilityTrack, Table, type TableColumn } from '@propsight/shared/ui'
import { type ReactNode, useId } from 'react'
import { percentText, tenths } from '../../state/format.ts'
import { figureSide, marginOverBreakEven, priceAge, type RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'
import { CardActions, CardMarks } from './card-marks.tsx'
import { CardName, ClubMark, LineCall, playerText, RankButton } from './card-parts.tsx'

/** How often the side of the card won, with the counts; pushes are counted separately. */
function CountedRate({ counts, side }: { counts: OverRate; side: Side | null }) {
  const { rate } = sideRate(counts, side)
  return (
    <>
      <b className="u-fig">
        {rate === null ? '—' : percentText(rate)}
        {rate !== null && <small>%</small>}
      </b>
      <span>{sideCountsText(counts, side)}</span>
    </>
  )
}

interface RatesRow {
  counts: Record<HitRateWindow, OverRate>
  side: Side | null
}

const windowColumn = (window: HitRateWindow, head: string): TableColumn<RatesRow> => ({
  head,
  cell: ({ counts, side }) => <CountedRate counts={counts[window]} side={side} />,
})
const WINDOWS = [
  windowColumn('last5', 'Last 5'),
  windowColumn('last10', 'Last 10'),
  windowColumn('last15', 'Last 15'),
  windowColumn('last25', 'Last 25'),
  windowColumn('season', 'Season'),
]

/** Hit rates with counts for the last 5, 10, 15 and 25 games and the season (N10). */
function RatesTable({ card }: { card: RankedLine }) {
  const { line, record } = card
  const side = figureSide(card)
  const found = hitRates(line.statType, line.line, record, { opponent: null, hand: null })
  if (!found.ok) return null
  return (
    <Table
      label={`${line.name}: how often ${side === 'UNDER' ? 'under' : 'over'} ${line.line} ${marketLabel(line.statType)}`}
      columns={WINDOWS}
      rows={[{ counts: found.value, side }]}
      keyOf={() => line.id}
      className={styles.rates}
    />
  )
}

/** Probability of the called side with interval and break-even; without a forecast a dash and the reason. */
function Chance({ card }: { card: RankedLine }) {
  const { call, forecast, noForecast, offer, line, record } = card
  if (!forecast) {
    return (
      <div className={styles.chance}>
        <b className="u-fig">—</b>
        <span className={styles.none}>{noForecast}</span>
      </div>
    )
  }
  const percent = confidencePercent(forecast.chance)
  const shown = {
    percent,
    low: confidencePercent(forecast.low),
    high: confidencePercent(forecast.high),
    push: confidencePercent(forecast.push),
    grade: gradeConfidence(percent, 'card'),
  }
  const basis = basisText(forecast, line.line, priceAge(forecast, record, Date.now()))
  return (
    <div className={styles.chance} title={`Rests on: ${basis}`}>
      <Probability {...shown} />
      <ProbabilityTrack
        {...shown}
        side={call ?? 'OVER'}
        breakEven={offer && 100 * offer.breakEven}
        className={styles.track ?? ''}
      />
    </div>
  )
}

/** The book of the lines, and the smallest entry that it pays by its public table. */
const PICKEM = { book: 'PrizePicks', entry: 'Power 2' }
const PERCENT = 100

/** The best price of the called side with its book; at the pick'em book the entry in which a standard line is paid. */
export function Price({ card: { line, offer } }: { card: RankedLine }) {
  const price = offer?.price
  const isPaid = hasStandardPayout(line)
  const entry = isPaid ? PICKEM.entry : '—'
  return (
    <div className={styles.price} title={price || isPaid ? undefined : withoutPayoutText(line)}>
      <b className="u-fig">{price ? formatSigned(price.odds, 0) : entry}</b>
      <span>{price ? price.book : PICKEM.book}</span>
    </div>
  )
}

/** Expected profit at the price; by the payout table, whose profit depends on the other legs, points above break-even. */
export function Value({ card }: { card: RankedLine }) {
  const value = card.offer?.value
  const margin = marginOverBreakEven(card)
  if (margin === null) return <b className={styles.value}>—</b>
  return (
    <div className={styles.value}>
      <b className="u-fig">
        {formatSigned(value ? PERCENT * value.expected : margin)}
        <small>{value ? '%' : ' pts'}</small>
      </b>
      <span>{value ? 'expected' : 'vs break-even'}</span>
    </div>
  )
}

/** The fair line (both sides equally likely) and its distance from the book's line. */
function FairLine({ card: { forecast, line } }: { card: RankedLine }) {
  if (!forecast) return null
  const fair = tenths(forecast.fairLine)
  return (
    <span>
      Fair line <b>{fair.toFixed(1)}</b> ({formatSigned(fair - line.line)})
    </span>
  )
}

export interface CardProps {
  card: RankedLine
  /** One of the top N cards: raised, and a list item of its own. */
  top: boolean
  /** URL of the detail view, so that it can be opened in a new tab. */
  href: string
  onOpen(card: RankedLine): void
  /** Whether the details are expanded. */
  open: boolean
  onToggle(id: string): void
  /** The Save button. */
  action: ReactNode
  /** The Compare button. */
  compare: ReactNode
  /** The game whose weather is shown; null while it is unknown. */
  game: DayGame | null
}

/**
 * A line in one row: player, call, price with its book, probability, value, last ten games. It expands to the
 * reasoning, marks, hit rates and Compare. The reasoning of a recommendation of AI mode is always shown.
 */
export function Card({ card, top, href, onOpen, open, onToggle, action, compare, game }: CardProps) {
  const moreId = useId()
  const { line, found, advised, reasoning } = card
  const side = figureSide(card)
  const name = <CardName card={card} href={href} onOpen={onOpen} />
  const Element = top ? 'li' : 'div'
  return (
    <Element
      className={cx(styles.card, top && styles.top)}
      data-card={card.id}
      data-opened={open || undefined}
    >
      <RankButton card={card} open={open} controls={moreId} onToggle={onToggle} />
      <ClubMark line={line} />
      <div className={styles.who}>
        {top ? <h3>{name}</h3> : name}
        <span>{playerText(card)}</span>
        <CardMarks card={card} game={null} warnings />
      </div>
      <LineCall card={card} />
      <Price card={card} />
      <Chance card={card} />
      <Value card={card} />
      <div className={styles.ten}>
        <LineBars
          values={found.bars.map(({ value }) => value)}
          line={line.line}
          side={side}
          className={styles.bars ?? ''}
        />
        <span>{sideCountsText(found.counts, side)}</span>
      </div>
      <div className={styles.act}>{action}</div>
      {advised && <p className={styles.why}>{reasoning}</p>}
      {open && (
        <div id={moreId} className={styles.more}>
          {!advised && <p className={styles.why}>{reasoning}</p>}
          <div className={styles.whole}>
            <span>{playerText(card)}</span>
            <CardMarks card={card} game={game} />
            <CardActions card={card} />
            <FairLine card={card} />
          </div>
          <div className={styles.opening}>
            <RatesTable card={card} />
            {compare}
          </div>
        </div>
      )}
    </Element>
  )
}
