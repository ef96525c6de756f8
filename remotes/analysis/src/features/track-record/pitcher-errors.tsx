import type { CalibrationResponse } from '@propsight/shared/contracts'
import { Panel } from '@propsight/shared/ui'
import styles from './track-record.module.css'
import { signedPercent } from './labels.ts'

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
