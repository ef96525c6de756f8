import type { StatGroup } from '@propsight/shared/contracts'
import { confidencePercent, type Side } from '@propsight/shared/domain'
import { cx, Panel, Segmented, Skeleton } from '@propsight/shared/ui'
import { memo, useDeferredValue, useRef, useState } from 'react'
import type { DetailQuery } from '../detail-query.tsx'
import { CHART_VIEWS, type ChartView, capitalize, pointsText, tenthsPercent } from '../labels.ts'
import { MissingPart } from '../missing-part.tsx'
import type { DetailModel } from '../use-detail-model.ts'
import type { View } from '../use-detail-state.ts'
import { SettingsTag } from '../what-if/settings-banner.tsx'
import styles from './why.module.css'
import { WhyChart } from './why-chart.tsx'
import type { WhyStep } from './why-steps.ts'

interface WhyRowsProps {
  steps: readonly WhyStep[]
  line: number
  side: Side
  /** Whether to show the probability after each step instead of bars. */
  table: boolean
}

const SIDE_CLASS = { OVER: 'u-over', UNDER: 'u-under' } as const

const pointsOf = (step: WhyStep, index: number): string =>
  index === 0 ? tenthsPercent(step.points) : pointsText(step.points)

/**
 * The steps as rows with factor, note and points. Each bar begins where the previous one ends (waterfall
 * chart).
 */
export function WhyRows({ steps, line, side, table }: WhyRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const total = steps.at(-1)?.reached ?? 0
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
              <WhyChart steps={steps} body={body} />
            </th>
          )}
          <th scope="col" className={cx('u-num', styles.points)}>
            Points
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {steps.map((step, index) => (
          <tr key={step.factor}>
            <th scope="row" className={styles.factor}>
              <b>{capitalize(step.factor)}</b>
              {step.note && <span>{step.note}</span>}
            </th>
            {table ? <td className="u-num">{tenthsPercent(step.reached)}</td> : <td className="u-wide" />}
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
          <td className="u-num u-fig">{tenthsPercent(total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Number of placeholder rows, one per factor of the engine. */
const STEPS = { hitting: 10, pitching: 7 } as const
const TENTHS_PER_PERCENT = 10

interface WhyPanelProps {
  view: View
  model: DetailModel
  details: DetailQuery
  group: StatGroup
}

function nothingText(model: DetailModel, { data }: DetailQuery): string {
  if (model.forecast === null) return `No probability: ${model.noForecast}.`
  if (data === null) return 'Not loaded.'
  return data.missing.why ?? 'The engine gives no reasons for this stat.'
}

const Why = memo(function Why({ view, model, details, group }: WhyPanelProps) {
  const [shown, setShown] = useState<ChartView>('chart')
  const { forecast, why } = model
  const last = why.at(-1)
  const percent = forecast && confidencePercent(forecast.chance)
  const currentPercent = last && Math.round(last.reached / TENTHS_PER_PERCENT)
  // The factors may be newer than the board, for example after a line-up was announced.
  const newer =
    forecast !== null &&
    last !== undefined &&
    Math.abs(last.reached - Math.round(100 * TENTHS_PER_PERCENT * forecast.chance)) > 1
  const shownPercent = newer ? currentPercent : percent
  const hasReasons = forecast !== null && why.length > 0
  return (
    <Panel
      title={shownPercent === null || shownPercent === undefined ? 'Why' : `Why ${shownPercent}%`}
      className={styles.panel}
      actions={
        <>
          {model.changed && <SettingsTag />}
          <span className={cx('u-wide', styles.hint)}>points of probability, base rate first</span>
          <Segmented<ChartView>
            label="View of the reasons"
            options={CHART_VIEWS}
            value={shown}
            onChange={setShown}
          />
        </>
      }
    >
      {details.loading && (
        <div aria-busy="true" className={styles.waiting}>
          {Array.from({ length: STEPS[group] }, (_, index) => (
            <Skeleton key={index} height={32} />
          ))}
        </div>
      )}
      {!details.loading && !hasReasons && (
        <MissingPart
          reason={nothingText(model, details)}
          onRetry={details.data?.missing.why ? details.retry : undefined}
        />
      )}
      {!details.loading && hasReasons && (
        <>
          <WhyRows steps={why} line={view.line} side={forecast.call ?? 'OVER'} table={shown === 'table'} />
          {newer && (
            <p className={styles.newer}>
              Newer than the board, which says {percent}%. Analyze again to update the board.
            </p>
          )}
        </>
      )}
    </Panel>
  )
})

/**
 * 'Why 81%': the factors from an average player to the forecast, in points that sum to the probability. The
 * value is deferred while the line is dragged, so that the chart and the probability update first.
 */
export const WhyPanel = (props: WhyPanelProps) => <Why {...useDeferredValue(props)} />
