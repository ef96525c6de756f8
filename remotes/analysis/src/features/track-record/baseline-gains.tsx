import type { CalibrationResponse } from '@propsight/shared/contracts'
import { formatPercent } from '@propsight/shared/format'
import { Panel } from '@propsight/shared/ui'
import { type Baseline, gainOver, type Lineup, type Market, pooledGain } from './calibration-bins.ts'
import { marketText, signedPercent } from './labels.ts'
import styles from './track-record.module.css'

/** Mean error of the forecasts for starting pitchers, compared with the season mean as a baseline. */
export const Pitchers = ({ pitchers }: Pick<CalibrationResponse, 'pitchers'>) => (
  <Panel title="Pitchers" className={styles.panel}>
    <p className={styles.text}>
      How far the expected number was off on average, in strikeouts and in hits, beside the mean of his
      season.
    </p>
    <table className="u-table">
      <thead>
        <tr>
          <th scope="col">Stat</th>
          <th scope="col" className="u-num u-wide">
            Starts
          </th>
          <th scope="col" className="u-num">
            Engine off by
          </th>
          <th scope="col" className="u-num">
            Season off by
          </th>
          <th scope="col" className="u-num">
            Gain
          </th>
          <th scope="col" className="u-num u-wide">
            Root of squares
          </th>
        </tr>
      </thead>
      <tbody>
        {pitchers.map(({ stat, n, mae, rmse }) => (
          <tr key={stat}>
            <th scope="row">{stat}</th>
            <td className="u-num u-wide">{n}</td>
            <td className="u-num u-fig">{mae.engine.toFixed(2)}</td>
            <td className="u-num">{mae.season.toFixed(2)}</td>
            <td className="u-num">{signedPercent(1 - mae.engine / mae.season, 1)}</td>
            <td className="u-num u-wide">
              {rmse.engine.toFixed(2)}, season {rmse.season.toFixed(2)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Panel>
)

interface BaselineGainsProps {
  markets: readonly Market[]
  pooled: CalibrationResponse['pooled']
  lineup: Lineup
}

const BASELINES: readonly Baseline[] = ['base', 'lastTen', 'season']
const GainCell = ({ gain }: { gain: number }) => (
  <td className={`u-num ${gain > 0 ? '' : 'u-low'}`}>{signedPercent(gain)}</td>
)

/** Gain of the engine over three baselines, per market. */
export function BaselineGains({ markets, pooled, lineup }: BaselineGainsProps) {
  const interval = pooled.find((one) => one.lineup === lineup)
  return (
    <Panel title="Against plain guesses" className={styles.panel}>
      <p className={styles.text}>
        By how much the squared error (Brier score) is smaller than that of the league's rate, of the player's
        last ten games and of his season so far; below 0 the guess was better.
      </p>
      <table className="u-table">
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col" className="u-num u-wide">
              Forecasts
            </th>
            <th scope="col" className="u-num u-wide">
              Went over
            </th>
            <th scope="col" className="u-num">
              League
            </th>
            <th scope="col" className="u-num">
              Last ten
            </th>
            <th scope="col" className="u-num">
              Season
            </th>
            <th scope="col" className="u-num u-wide">
              Lean
            </th>
            <th scope="col" className="u-num u-wide">
              Slope
            </th>
          </tr>
        </thead>
        <tbody>
          {markets.map((market) => (
            <tr key={market.market}>
              <th scope="row">{marketText(market.market)}</th>
              <td className="u-num u-wide">{market.n.toLocaleString('en-US')}</td>
              <td className="u-num u-wide">{formatPercent(market.baseRate)}</td>
              {BASELINES.map((baseline) => (
                <GainCell key={baseline} gain={gainOver(market, baseline)} />
              ))}
              <td className="u-num u-wide">{signedPercent(market.bias, 1)}</td>
              <td className="u-num u-wide">{market.slope.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All markets</th>
            <td className="u-wide" />
            <td className="u-wide" />
            {BASELINES.map((baseline) => (
              <GainCell key={baseline} gain={pooledGain(markets, baseline)} />
            ))}
            <td className="u-wide" />
            <td className="u-wide" />
          </tr>
        </tfoot>
      </table>
      {interval && (
        <p className={styles.note}>
          All markets together against the season: {signedPercent(interval.gain)}, 95% interval{' '}
          {signedPercent(interval.low)} to {signedPercent(interval.high)}. The record keeps an interval for
          all markets together only. Lean is said less happened; a slope of 1 is neither too bold nor too shy.
        </p>
      )}
    </Panel>
  )
}
