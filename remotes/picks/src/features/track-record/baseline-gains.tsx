import type { CalibrationResponse } from '@propsight/shared/contracts'
import { formatPercent, longDayText } from '@propsight/shared/format'
import { Hint, Panel, Table, type TableColumn } from '@propsight/shared/ui'
import { type Baseline, gainOver, type Lineup, type Market, pooledGain } from './calibration-bins.ts'
import { isGain, marketText, signedPercent } from './labels.ts'
import styles from './track-record.module.css'

const PITCHERS: readonly TableColumn<CalibrationResponse['pitchers'][number]>[] = [
  { head: 'Stat', rowHeader: true, cell: ({ stat }) => stat },
  { head: 'Starts', numeric: true, wide: true, cell: ({ n }) => n },
  {
    head: 'Engine off by',
    numeric: true,
    cell: ({ mae }) => mae.engine.toFixed(2),
    cellClass: () => 'u-fig',
  },
  { head: 'Season off by', numeric: true, cell: ({ mae }) => mae.season.toFixed(2) },
  { head: 'Gain', numeric: true, cell: ({ mae }) => signedPercent(1 - mae.engine / mae.season, 1) },
  {
    head: 'Root of squares',
    numeric: true,
    wide: true,
    cell: ({ rmse }) => `${rmse.engine.toFixed(2)}, season ${rmse.season.toFixed(2)}`,
  },
]

/**
 * Mean error of the forecasts for starting pitchers, compared with the season mean as a baseline; without
 * figures, the reason.
 */
export const Pitchers = ({
  pitchers,
  pitchersWindow,
}: Pick<CalibrationResponse, 'pitchers' | 'pitchersWindow'>) => (
  <Panel title="Pitchers" className={styles.panel}>
    {pitchers.length === 0 ? (
      <p className={styles.text}>
        The forecasts of pitchers were not judged: their constants were fitted on some of these days.
      </p>
    ) : (
      <>
        <p className={styles.text}>
          How far the expected number was off on average, in strikeouts and in hits, compared with the
          player’s season mean.
        </p>
        <Table label="Pitchers" columns={PITCHERS} rows={pitchers} keyOf={({ stat }) => stat} />
        {pitchersWindow && (
          <p className={styles.note}>
            {pitchersWindow.data}, {longDayText(pitchersWindow.from)} to {longDayText(pitchersWindow.to)}. The
            constants of pitchers were fitted on days to {longDayText(pitchersWindow.fittedTo)}.
          </p>
        )}
      </>
    )}
  </Panel>
)

interface BaselineGainsProps {
  markets: readonly Market[]
  pooled: CalibrationResponse['pooled']
  lineup: Lineup
}

const Gain = ({ gain }: { gain: number }) => (
  <span className={isGain(gain) ? undefined : 'u-low'}>{signedPercent(gain)}</span>
)

/** @param markets the markets of the row of totals */
const columnsOf = (markets: readonly Market[]): readonly TableColumn<Market>[] => {
  const gainColumn = (head: string, baseline: Baseline): TableColumn<Market> => ({
    head,
    numeric: true,
    cell: (market) => <Gain gain={gainOver(market, baseline)} />,
    foot: <Gain gain={pooledGain(markets, baseline)} />,
  })
  return [
    { head: 'Market', rowHeader: true, cell: ({ market }) => marketText(market), foot: 'All markets' },
    { head: 'Forecasts', numeric: true, wide: true, cell: ({ n }) => n.toLocaleString('en-US') },
    { head: 'Went over', numeric: true, wide: true, cell: ({ baseRate }) => formatPercent(baseRate) },
    gainColumn('League', 'base'),
    gainColumn('Last ten', 'lastTen'),
    gainColumn('Season', 'season'),
    { head: 'Lean', numeric: true, wide: true, cell: ({ bias }) => signedPercent(bias, 1) },
    { head: 'Slope', numeric: true, wide: true, cell: ({ slope }) => slope.toFixed(2) },
  ]
}

/** Gain of the engine over three baselines, per market. */
export function BaselineGains({ markets, pooled, lineup }: BaselineGainsProps) {
  const interval = pooled.find((one) => one.lineup === lineup)
  return (
    <Panel title="Against plain guesses" className={styles.panel}>
      <p className={styles.text}>
        By how much our error is smaller than that of the league's rate, of the player's last ten games and of
        the season so far; below 0 the guess was better.{' '}
        <Hint label="How the error is measured">
          The mean squared error of the probabilities (Brier score).
        </Hint>
      </p>
      <Table
        label="Against plain guesses"
        columns={columnsOf(markets)}
        rows={markets}
        keyOf={({ market }) => market}
      />
      {interval && (
        <p className={styles.note}>
          All markets together against the season: {signedPercent(interval.gain)}, 95% interval{' '}
          {signedPercent(interval.low)} to {signedPercent(interval.high)}. The record keeps an interval for
          all markets together only. Lean is forecast minus result; a slope of 1 is neither too extreme nor
          too cautious.
        </p>
      )}
    </Panel>
  )
}
