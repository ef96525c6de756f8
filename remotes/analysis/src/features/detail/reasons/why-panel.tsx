import type { StatGroup } from '@propsight/shared/contracts'
import { confidencePercent } from '@propsight/shared/domain'
import { cx, Panel, Segmented, Skeleton } from '@propsight/shared/ui'
import { memo, useDeferredValue, useState } from 'react'
import { CHART_VIEWS, type ChartView } from '../chart-view.ts'
import { Missing } from '../missing-part.tsx'
import type { Details } from '../use-details.ts'
import type { Model } from '../use-detail-model.ts'
import type { View } from '../use-detail-state.ts'
import styles from './why.module.css'
import { WhyRows } from '../why-rows.tsx'

/** Number of placeholder rows, one per factor of the engine. */
const STEPS = { hitting: 10, pitching: 7 } as const
const TENTHS_PER_PERCENT = 10

interface WhyPanelProps {
  view: View
  model: Model
  details: Details
  group: StatGroup
}

function nothingText(model: Model, { data }: Details): string {
  if (model.forecast === null) return `No probability: ${model.noForecast}.`
  if (data === null) return 'Not read.'
  return data.missing.why ?? 'The engine gives no reasons for this stat.'
}

const Why = memo(function Why({ view, model, details, group }: WhyPanelProps) {
  const [shown, setShown] = useState<ChartView>('chart')
  const { forecast, why } = model
  const last = why.at(-1)
  const percent = forecast && confidencePercent(forecast.chance)
  const now = last && Math.round(last.reached / TENTHS_PER_PERCENT)
  // The factors may be newer than the board, for example after a line-up was announced.
  const newer = forecast !== null && now !== undefined && Math.abs(now - 100 * forecast.chance) > 1
  const told = newer ? now : percent
  const has = forecast !== null && why.length > 0
  return (
    <Panel
      title={told === null || told === undefined ? 'Why' : `Why ${told}%`}
      className={styles.panel}
      actions={
        <>
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
      {!details.loading && !has && (
        <Missing
          reason={nothingText(model, details)}
          onRetry={details.data?.missing.why ? details.retry : undefined}
        />
      )}
      {!details.loading && has && (
        <>
          <WhyRows steps={why} line={view.line} side={forecast.call ?? 'OVER'} table={shown === 'table'} />
          {newer && (
            <p className={styles.newer}>
              Read after the board, which says {percent}%: more is known by now. Analyze again for a board of
              now.
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
