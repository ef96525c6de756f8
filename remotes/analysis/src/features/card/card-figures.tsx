import {
  confidencePercent,
  gradeConfidence,
  type HitRateWindow,
  hitRates,
  legBreakEven,
  type OverRate,
} from '@propsight/shared/domain'
import { formatSigned } from '@propsight/shared/format'
import { Probability, ProbabilityTrack } from '@propsight/shared/ui'
import { percentText, tenths } from '../../state/format.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'

/** An over rate together with its counts; pushes are counted separately. */
export const CountedRate = ({ counts: { over, under, push, rate } }: { counts: OverRate }) => (
  <>
    <b className="u-fig">
      {rate === null ? '—' : percentText(rate)}
      {rate !== null && <small>%</small>}
    </b>
    <span>
      {over} of {over + under} over{push > 0 && ` · ${push} push`}
    </span>
  </>
)

/** Over rate of the chosen window with its counts. */
export const Rate = ({ card }: { card: RankedLine }) => (
  <div className={styles.rate}>
    <CountedRate counts={card.found.counts} />
  </div>
)

const WINDOWS: readonly (readonly [HitRateWindow, string])[] = [
  ['last5', 'Last 5'],
  ['last10', 'Last 10'],
  ['last15', 'Last 15'],
  ['last25', 'Last 25'],
  ['season', 'Season'],
]

/** Over rates with counts for the last 5, 10, 15 and 25 games and the season (N10). */
export function RatesTable({ card: { line, record } }: { card: RankedLine }) {
  const found = hitRates(line.statType, line.line, record, { opponent: null, hand: null })
  if (!found.ok) return null
  return (
    <table className={styles.rates}>
      <caption className="u-vh">
        {line.name}: how often over {line.line} {line.statType}
      </caption>
      <thead>
        <tr>
          {WINDOWS.map(([window, label]) => (
            <th key={window} scope="col" className="u-label">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {WINDOWS.map(([window]) => (
            <td key={window}>
              <CountedRate counts={found.value[window]} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

/** Probability of the called side with interval and break-even; without a forecast a dash and the reason. */
export function Chance({ card: { call, forecast, noForecast, line } }: { card: RankedLine }) {
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
  const breakEven = legBreakEven(line.oddsType, forecast.push)
  return (
    <div className={styles.chance}>
      <Probability {...shown} className={styles.figure ?? ''} />
      <ProbabilityTrack
        {...shown}
        side={call ?? 'OVER'}
        breakEven={breakEven && 100 * breakEven}
        className={styles.track ?? ''}
      />
    </div>
  )
}

/** The fair line (both sides equally likely) and its distance from the book's line. */
export function FairLine({ card: { forecast, line } }: { card: RankedLine }) {
  if (!forecast) return <b className={styles.fair}>—</b>
  const fair = tenths(forecast.fairLine)
  const distance = fair - line.line
  return (
    <div className={styles.fair}>
      <span className="u-vh">fair line</span>
      <b className="u-fig">{fair.toFixed(1)}</b>
      <span>
        {formatSigned(distance)}
        <span className="u-narrow"> fair vs line</span>
      </span>
    </div>
  )
}
