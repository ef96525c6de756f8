import type { CalibrationResponse } from '@propsight/shared/contracts'
import { marketLabel } from '@propsight/shared/domain'
import { formatPercent, longDayText } from '@propsight/shared/format'
import { Panel } from '@propsight/shared/ui'
import type { SharedCard } from '../../components/share.tsx'
import { binsOf, type Lineup, type Market, pooledGain } from './calibration-bins.ts'
import { listWeaknesses, rangeText } from './labels.ts'
import styles from './track-record.module.css'

interface PlainSummaryProps {
  record: CalibrationResponse
  markets: readonly Market[]
  lineup: Lineup
}

const MAX_WEAKNESSES = 8
const LIST = new Intl.ListFormat('en-US')

/** Largest distance of forecast and result that counts as "about as often", as a share. */
const CLOSE = 0.02

/** Whether the fullest range came true as often as forecast. */
const calibrationTitle = (distance: number): string => {
  if (Math.abs(distance) <= CLOSE) return 'Forecasts come true about as often as they say.'
  return `Forecasts come true ${distance > 0 ? 'more' : 'less'} often than they say.`
}

/** Whether the engine beats the player's own season rate, by the interval of its gain. */
const gainTitle = ({ low, high }: { low: number; high: number }): string => {
  if (low > 0) return 'It is slightly better than plain guesses.'
  return high < 0 ? 'It is worse than plain guesses.' : 'It is not clearly better than plain guesses.'
}

/** What a gain is, in words: "0.7% smaller", "0.2% larger". */
const errorText = (gain: number): string =>
  `${formatPercent(Math.abs(gain))} ${gain < 0 ? 'larger' : 'smaller'}`

/** The record as others see it: how often forecasts of the fullest range came true, and the gain over plain guesses. */
export function recordCard(record: CalibrationResponse): SharedCard {
  const markets = record.markets.filter(({ lineup }) => lineup === 'known')
  const fullest = binsOf(markets).toSorted((a, b) => b.n - a.n)[0]
  const pooled = record.pooled.find(({ lineup }) => lineup === 'known')
  const forecasts = markets.reduce((sum, { n }) => sum + n, 0)
  return {
    name: 'propsight-record',
    title: 'How good are these numbers?',
    lines: [
      `${forecasts.toLocaleString('en-US')} forecasts of real games, engine ${record.engine}`,
      ...(fullest
        ? [
            calibrationTitle((fullest.happened ?? 0) - (fullest.predicted ?? 0)),
            `Forecasts of ${rangeText(fullest)}: ${formatPercent(fullest.predicted)} on average, ${formatPercent(fullest.happened)} came true.`,
          ]
        : []),
      ...(pooled
        ? [
            gainTitle(pooled),
            `Error ${errorText(pooled.gain)} than of the season rate (95% interval ${formatPercent(pooled.low)} to ${formatPercent(pooled.high)}).`,
          ]
        : []),
    ],
    probability: null,
    at: record.madeOn,
    path: '/?page=record',
  }
}

/** Plain summary of the track record: calibration, gain over the baseline, and the data of the evaluation. */
export function PlainSummary({ record, markets, lineup }: PlainSummaryProps) {
  const bins = binsOf(markets)
  const fullest = bins.toSorted((a, b) => b.n - a.n)[0]
  const pooled = record.pooled.find((one) => one.lineup === lineup)
  const forecasts = markets.reduce((sum, { n }) => sum + n, 0)
  return (
    <Panel title="In short" className={styles.panel}>
      <ul className={styles.points}>
        {fullest && (
          <li>
            <b>{calibrationTitle((fullest.happened ?? 0) - (fullest.predicted ?? 0))}</b> Of{' '}
            {fullest.n.toLocaleString('en-US')} forecasts of {rangeText(fullest)},{' '}
            {formatPercent(fullest.predicted)} on average, {formatPercent(fullest.happened)} came true.
          </li>
        )}
        {pooled && (
          <li>
            <b>{gainTitle(pooled)}</b> Its error is {errorText(pooled.gain)} than that of a player's own
            season rate (95% interval of the gain {formatPercent(pooled.low)} to {formatPercent(pooled.high)}
            ), and {errorText(pooledGain(markets, 'lastTen'))} than that of the last ten games. One game is
            mostly chance.
          </li>
        )}
        <li>
          <b>The offered line is not counted here.</b> These are forecasts of the engine before the offered
          line counts as evidence.
        </li>
        <li>
          <b>What it was judged on.</b> {forecasts.toLocaleString('en-US')} forecasts of {markets.length}{' '}
          markets, {record.data}, {longDayText(record.from)} to {longDayText(record.to)}.{' '}
          {record.fittedTo < record.from
            ? `No constant of these markets was fitted on these days: all come from before ${longDayText(record.fittedTo)} had ended. But they were seen during development, so the results may look too good.`
            : `Constants of these markets were fitted on days to ${longDayText(record.fittedTo)}, so the results look too good.`}
        </li>
        {record.notJudged && record.notJudged.length > 0 && (
          <li>
            <b>What was never judged.</b> {record.notJudged.map(marketLabel).join(', ')}: no figure of this
            page covers them.
          </li>
        )}
      </ul>
    </Panel>
  )
}

const PART_LABELS: Readonly<Record<string, string>> = {
  pitching: 'Pitchers',
  batting: 'Batters',
  calibration: 'Calibration',
  dependence: 'Legs of one game',
  parks: 'Parks',
  line: 'Weights of the offered line',
}

/** The data of each part of the constants, and whether any day after them has judged the weights of the line. */
export function FittedOn({ record: { fitted = [], prices } }: { record: CalibrationResponse }) {
  if (fitted.length === 0) return null
  const line = fitted.find(({ part }) => part === 'line')
  const isUnjudged = line && prices && prices.to <= line.to
  return (
    <Panel title="What it was fitted on" className={`${styles.panel} ${styles.whole}`}>
      <ul className={styles.points}>
        {fitted.map(({ part, data, from, to }) => (
          <li key={part}>
            <b>{PART_LABELS[part] ?? part}.</b> {data}, {longDayText(from)} to {longDayText(to)}.
            {part === 'line' &&
              isUnjudged &&
              ' These are all days of the comparison with prices, which for each day uses weights of earlier days only. So no later day has judged the weights that are used now.'}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The weaknesses of the engine that the track record shows. */
export function Weaknesses({
  markets,
  notModelled = [],
}: {
  markets: readonly Market[]
  notModelled: readonly string[] | undefined
}) {
  const misses = listWeaknesses(markets, (market) => binsOf([market]))
  const shown = misses.slice(0, MAX_WEAKNESSES)
  const more = misses.length - MAX_WEAKNESSES
  return (
    <Panel title="Where it misses" className={styles.panel}>
      <ul className={styles.points}>
        {shown.map((miss) => (
          <li key={miss}>{miss}</li>
        ))}
        {more > 0 && <li>And {more} more ranges, in the tables of each market.</li>}
        {notModelled.length > 0 && (
          <li>
            Not part of a probability: {LIST.format(notModelled)}. A player who is not listed as out is taken
            to play.
          </li>
        )}
      </ul>
    </Panel>
  )
}
