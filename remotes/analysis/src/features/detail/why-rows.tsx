import { gradeConfidence, type Side } from '@propsight/shared/domain'
import { cx } from '@propsight/shared/ui'
import styles from './reasons/why.module.css'
import { type Scale, type WhyStep, whyScale } from './reasons/why-steps.ts'
import { capitalised, pointsText, tenthsPercent } from './labels.ts'

interface WhyRowsProps {
  steps: readonly WhyStep[]
  line: number
  side: Side
  /** Whether to show the probability after each step instead of bars. */
  table: boolean
}

const TENTHS = 10
const SIDE_CLASS = { OVER: 'u-over', UNDER: 'u-under' } as const

/** Position of a percentage on the axis, in percent of the axis width. */
const at = ({ low, high }: Scale, percent: number): number => ((percent - low) / (high - low)) * 100

function Bar({ step, before, scale }: { step: WhyStep; before: number; scale: Scale }) {
  const [from, to] = [before / TENTHS, step.reached / TENTHS].toSorted((a, b) => a - b) as [number, number]
  const left = at(scale, Math.max(scale.low, from))
  const width = at(scale, to) - left
  const kind = step.push === null ? styles.base : step.push === 'OVER' ? styles.over : styles.under
  return <i className={kind} style={{ left: `${left}%`, width: `${width}%` }} />
}

function Axis({ scale }: { scale: Scale }) {
  return (
    <span className={styles.axis} aria-hidden="true">
      {scale.ticks.map((tick) => (
        <em key={tick} style={{ left: `${at(scale, tick)}%` }}>
          {tick}
        </em>
      ))}
    </span>
  )
}

const pointsOf = (step: WhyStep, index: number): string =>
  index === 0 ? tenthsPercent(step.points) : pointsText(step.points)

/**
 * The steps as rows with factor, note and points. Each bar begins where the previous one ends (waterfall
 * chart).
 */
export function WhyRows({ steps, line, side, table }: WhyRowsProps) {
  const scale = whyScale(steps)
  const total = steps.at(-1)?.reached ?? 0
  const base = at(scale, (steps[0]?.reached ?? 0) / TENTHS)
  const word = side === 'OVER' ? 'over' : 'under'
  return (
    <table className={cx('u-table', styles.rows)}>
      <caption className="u-vh">
        From {tenthsPercent(steps[0]?.reached ?? 0)} to {tenthsPercent(total)} of {word} {line}, factor by
        factor
      </caption>
      <thead>
        <tr>
          <th scope="col" className={styles.wide}>
            Factor
          </th>
          {table ? (
            <th scope="col" className="u-num">
              Then
            </th>
          ) : (
            <th scope="col" className={cx('u-wide', styles.bars)}>
              <span className="u-vh">
                Chart from {scale.low} to {scale.high} percent
              </span>
              <Axis scale={scale} />
            </th>
          )}
          <th scope="col" className={cx('u-num', styles.points)}>
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step, index) => (
          <tr key={step.factor}>
            <th scope="row" className={styles.factor}>
              <b>{capitalised(step.factor)}</b>
              {step.note && <span>{step.note}</span>}
            </th>
            {table ? (
              <td className="u-num">{tenthsPercent(step.reached)}</td>
            ) : (
              <td className={cx('u-wide', styles.bars)}>
                <span className={styles.zero} style={{ left: `${base}%` }} />
                <Bar step={step} before={steps[index - 1]?.reached ?? 0} scale={scale} />
              </td>
            )}
            <td className={cx('u-num', 'u-fig', step.push ? SIDE_CLASS[step.push] : undefined)}>
              {pointsOf(step, index)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            Calibrated probability of {word} {line}
          </th>
          <td className={cx(!table && 'u-wide')} />
          <td className={cx('u-num', 'u-fig', `u-${gradeConfidence(total / TENTHS, 'detail')}`)}>
            {tenthsPercent(total)}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
