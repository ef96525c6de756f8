import {
  basisText,
  confidencePercent,
  gradeConfidence,
  type HitRateWindow,
  hitRates,
  type OverRate,
  type Side,
  sideCountsText,
  sideRate,
} from '@propsight/shared/domain'
import { formatSigned } from '@propsight/shared/format'
import { Probability, ProbabilityTrack, Table, type TableColumn } from '@propsight/shared/ui'
import { percentText, tenths } from '../../state/format.ts'
import { figureSide, priceAge, type RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'

/** How often the side of the card won, with the counts; pushes are counted separately. */
export function CountedRate({ counts, side }: { counts: OverRate; side: Side | null }) {
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

/** Hit rate of the chosen window with its counts. */
export const Rate = ({ card }: { card: RankedLine }) => (
  <div className={styles.rate}>
    <CountedRate counts={card.found.counts} side={figureSide(card)} />
  </div>
)

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
export function RatesTable({ card }: { card: RankedLine }) {
  const { line, record } = card
  const side = figureSide(card)
  const found = hitRates(line.statType, line.line, record, { opponent: null, hand: null })
  if (!found.ok) return null
  return (
    <Table
      label={`${line.name}: how often ${side === 'UNDER' ? 'under' : 'over'} ${line.line} ${line.statType}`}
      columns={WINDOWS}
      rows={[{ counts: found.value, side }]}
      keyOf={() => line.id}
      className={styles.rates}
    />
  )
}

/** Probability of the called side with interval and break-even; without a forecast a dash and the reason. */
export function Chance({ card }: { card: RankedLine }) {
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
      <Probability {...shown} className={styles.figure ?? ''} />
      <ProbabilityTrack
        {...shown}
        side={call ?? 'OVER'}
        breakEven={offer && 100 * offer.breakEven}
        className={styles.track ?? ''}
      />
    </div>
  )
}

/**
 * The fair line (both sides equally likely) and its distance from the book's line.
 * @param worded whether a small screen explains the distance in words
 */
export function FairLine({
  card: { forecast, line },
  worded = false,
}: {
  card: RankedLine
  worded?: boolean
}) {
  if (!forecast) return <b className={styles.fair}>—</b>
  const fair = tenths(forecast.fairLine)
  const distance = fair - line.line
  return (
    <div className={styles.fair}>
      <span className="u-vh">fair line</span>
      <b className="u-fig">{fair.toFixed(1)}</b>
      <span>
        {formatSigned(distance)}
        {worded && <span className="u-narrow"> fair vs line</span>}
      </span>
    </div>
  )
}
