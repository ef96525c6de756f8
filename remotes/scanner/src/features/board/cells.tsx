import type { OddsEvent } from '@propsight/shared/contracts'
import { confidencePercent, gradeConfidence, marketLabel } from '@propsight/shared/domain'
import type { OddsSide } from '@propsight/shared/domain/odds'
import { formatPercent, formatSigned } from '@propsight/shared/format'
import { cx, Probability, ProbabilityTrack } from '@propsight/shared/ui'
import { priceText, quoteAge } from '../../state/format.ts'
import { gameText, type Price, type Row, type SideValue } from '../../state/rows.ts'
import styles from './board.module.css'
import { priceKey, useCells } from './cell-context.ts'

const PERCENT = 100

/** The side that a row shows: the more valuable one where the engine's probability is known, else the over. */
export const shownSide = (row: Row): OddsSide => row.values[0]?.side ?? 'over'

export const detailId = (row: Row): string => `scanner-detail-${row.id}`

const startedText = ({ startsAt }: OddsEvent, now: number): string =>
  Date.parse(startsAt) <= now ? 'started ' : ''

/** Heading of the rows of a game: 'NYY @ BOS · 7:10 PM'. */
export function GameHead({ event }: { event: OddsEvent | null }) {
  const { startText, now } = useCells()
  if (!event) return 'Game unknown'
  return `${gameText(event)} · ${startedText(event, now)}${startText(event.startsAt)}`
}

/** The player's name, which expands the row, with team, game and start. */
export function PlayerCell({ row, open }: { row: Row; open: boolean }) {
  const { startText, onToggle, now, isGrouped } = useCells()
  const { prop, event } = row
  return (
    <>
      <button
        type="button"
        className={styles.name}
        data-open
        aria-expanded={open}
        aria-controls={open ? detailId(row) : undefined}
        onClick={() => onToggle(row.id)}
      >
        {prop.player}
        <span className="u-vh">
          , {marketLabel(prop.stat)} {row.line}
        </span>
      </button>
      <span className={styles.second}>
        {isGrouped ? prop.team : [prop.team, gameText(event)].filter(Boolean).join(' · ')}
        {event && !isGrouped && ` · ${startedText(event, now)}${startText(event.startsAt)}`}
      </span>
    </>
  )
}

export const StarCell = ({ row }: { row: Row }) => useCells().star(row)

/** Market and consensus line. */
export const LineCell = ({ row }: { row: Row }) => (
  <>
    <b className={cx('u-fig', styles.line)}>{row.line}</b>
    <span className={styles.second}>{marketLabel(row.prop.stat)}</span>
  </>
)

const SIDE_NAMES = { over: 'Over', under: 'Under' } as const

/** ▲ Over or ▼ Under, without a line. */
export const SideMark = ({ side }: { side: OddsSide }) => (
  <span className={side === 'over' ? styles.over : styles.under}>
    <span aria-hidden="true">{side === 'over' ? '▲' : '▼'}</span> {SIDE_NAMES[side]}
  </span>
)

/** The engine's probability of the shown side with its interval and the break-even of the best price. */
function EngineChance({ value: { side, chances, breakEven } }: { value: SideValue }) {
  const percent = confidencePercent(chances.win)
  const probability = {
    percent,
    low: confidencePercent(chances.low),
    high: confidencePercent(chances.high),
    push: confidencePercent(chances.push),
    grade: gradeConfidence(percent, 'card'),
  }
  return (
    <>
      <span className={styles.sided}>
        <Probability {...probability} />
        <span className={styles.second}>
          <SideMark side={side} />
        </span>
      </span>
      <ProbabilityTrack
        {...probability}
        side={side === 'over' ? 'OVER' : 'UNDER'}
        breakEven={PERCENT * breakEven}
      />
    </>
  )
}

const UNPRICED = 'no price of your books'

/** The engine's probability, or why there is none. One button above the list gets those of all props. */
export function ChanceCell({ row }: { row: Row }) {
  const { isCovered } = useCells()
  const [value] = row.values
  if (value) return <EngineChance value={value} />
  if (row.shown)
    return (
      <>
        <b className="u-fig">{confidencePercent(row.shown.over)}%</b>
        <span className={styles.second}>
          over, {confidencePercent(row.shown.overLow)}–{confidencePercent(row.shown.overHigh)} · {UNPRICED}
        </span>
      </>
    )
  const reason = isCovered(row.prop.stat) ? 'no forecast of this line' : 'not analyzed'
  return <span className={styles.second}>{reason}</span>
}

/** The books' chance of the shown side without margin, with the number of books that it is the mean of. */
export function NoVigCell({ row }: { row: Row }) {
  const side = shownSide(row)
  const { noVigOver, books } = row
  if (noVigOver === null)
    return <span className={styles.second}>{row.stale ? 'stale prices' : 'one-sided prices'}</span>
  return (
    <>
      <b className="u-fig">{formatPercent(side === 'over' ? noVigOver : 1 - noVigOver)}</b>
      <span className={styles.second}>
        <SideMark side={side} />
        <span className={styles.extra}>
          {' '}
          · {books} {books === 1 ? 'book' : 'books'}
        </span>
      </span>
    </>
  )
}

/** The best price of a side with its book and its age. */
export function PriceCell({ row, side }: { row: Row; side: OddsSide }) {
  const { format, now, bookTitle, changed } = useCells()
  const price: Price | null = row.best[side]
  if (!price) return <span className={styles.second}>{row.stale ? 'stale' : 'none'}</span>
  return (
    <>
      <b className={cx('u-fig', styles.price, changed.has(priceKey(row, side)) && styles.changed)}>
        {priceText(price, format)}
      </b>
      <span className={styles.second}>
        {bookTitle(price.book)}
        <span className={styles.extra}> · {quoteAge(price.confirmedAt, now)}</span>
      </span>
    </>
  )
}

/** How far the books are apart, in points of probability. */
export function SpreadCell({ row }: { row: Row }) {
  if (row.spread === null) return <span className={styles.second}>—</span>
  return (
    <>
      <b className="u-fig">{(PERCENT * row.spread).toFixed(1)}</b>
      <span className={styles.second}>points</span>
    </>
  )
}

const signed = (share: number): string => `${formatSigned(PERCENT * share)}%`

/** The expected value as text: '+3.1%' and '−1.2 to +7.4'. */
export const valueTexts = ({ value }: SideValue) => ({
  expected: signed(value.expected),
  interval: `${formatSigned(PERCENT * value.low)} to ${formatSigned(PERCENT * value.high)}`,
})

/** The stake as text; null without an edge. */
const stakeText = ({ edge, value: { stake } }: SideValue): string | null =>
  edge ? `${stake.units.toFixed(1)} ${stake.units.toFixed(1) === '1.0' ? 'unit' : 'units'}` : null

/** Expected value of the shown side at its best price, with interval and stake. */
export function ValueCell({ row }: { row: Row }) {
  const [value] = row.values
  if (!value) return <span className={styles.second}>—</span>
  const { expected, interval } = valueTexts(value)
  const stake = stakeText(value)
  return (
    <>
      <b className="u-fig">{expected}</b>
      <span className={styles.second}>
        <SideMark side={value.side} /> · {interval}
      </span>
      {stake && <span className={styles.second}>{stake}</span>}
    </>
  )
}
