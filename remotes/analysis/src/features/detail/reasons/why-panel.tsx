import type { BaseballGroup } from '@propsight/shared/contracts'
import { confidencePercent, type Side } from '@propsight/shared/domain'
import {
  CHART_COLORS,
  Chart,
  type ChartOption,
  chartLine,
  cx,
  Panel,
  type RenderChartItem,
  Segmented,
  Skeleton,
} from '@propsight/shared/ui'
import { memo, type RefObject, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { DetailQuery } from '../detail-query.tsx'
import { CHART_VIEWS, type ChartView, capitalize, pointsText, tenthsPercent } from '../labels.ts'
import { MissingPart } from '../missing-part.tsx'
import type { DetailModel } from '../use-detail-model.ts'
import type { View } from '../use-detail-state.ts'
import { SettingsTag } from '../what-if/settings-banner.tsx'
import styles from './why.module.css'
import { type Scale, type WhyStep, whyScale } from './why-steps.ts'

/** A row of the table in pixels from the top of the table. */
interface RowBox {
  top: number
  height: number
}

const boxesOf = (body: HTMLTableSectionElement | null): RowBox[] =>
  [...(body?.rows ?? [])].map((row) => ({ top: row.offsetTop, height: row.offsetHeight }))

/** The rows of a table body. Their height depends on the length of their notes and on the width. */
function useRowBoxes(body: RefObject<HTMLTableSectionElement | null>): RowBox[] {
  const [boxes, setBoxes] = useState<RowBox[]>([])
  useEffect(() => {
    if (!body.current) return
    const observer = new ResizeObserver(() => setBoxes(boxesOf(body.current)))
    observer.observe(body.current)
    return () => observer.disconnect()
  }, [body])
  return boxes
}

const TENTHS = 10
const BAR_PX = 14
/** Least width of a bar, so that a small factor is visible. */
const LEAST_PX = 2
const AXIS_PX = 32
const COLORS = { OVER: CHART_COLORS.over, UNDER: CHART_COLORS.under } as const

/** A bar from the probability before a factor to the one after it; the first has a mark at its end. */
const renderStep: RenderChartItem = (_, api) => {
  const [x = 0, y = 0] = api.coord([api.value(0), api.value(2)])
  const [end = 0] = api.coord([api.value(1), api.value(2)])
  const width = Math.max(LEAST_PX, end - x)
  const isBase = api.value(3) === 1
  const shape = { x, y: y - BAR_PX / 2, width, height: BAR_PX, r: 2 }
  const bar = { type: 'rect' as const, shape, style: { fill: String(api.visual('color')) } }
  if (!isBase) return bar
  const mark = { x: end - LEAST_PX, y: y - BAR_PX / 2, width: LEAST_PX, height: BAR_PX }
  return {
    type: 'group',
    children: [bar, { type: 'rect', shape: mark, style: { fill: CHART_COLORS.text } }],
  }
}

interface WhyDrawing {
  steps: readonly WhyStep[]
  scale: Scale
  boxes: readonly RowBox[]
  height: number
}

function buildItem(step: WhyStep, index: number, { steps, scale, boxes }: WhyDrawing) {
  const before = (steps[index - 1]?.reached ?? 0) / TENTHS
  const reached = step.reached / TENTHS
  const { top, height } = boxes[index] ?? { top: 0, height: 0 }
  const from = Math.max(scale.low, Math.min(before, reached))
  return {
    value: [from, Math.max(before, reached), top + height / 2, index === 0 ? 1 : 0],
    itemStyle: { color: step.push === null ? CHART_COLORS.neutral : COLORS[step.push] },
  }
}

/** Each factor as a bar from where the previous one ends (waterfall chart), with the axis above. */
function whyOption(drawing: WhyDrawing, width: number): ChartOption {
  const { steps, scale, height } = drawing
  const { low, high, ticks } = scale
  const base = (steps[0]?.reached ?? 0) / TENTHS
  const baseX = ((base - low) / (high - low)) * width
  return {
    grid: { left: 0, right: 0, top: AXIS_PX, bottom: 0 },
    xAxis: {
      type: 'value',
      position: 'top',
      min: low,
      max: high,
      interval: (high - low) / Math.max(1, ticks.length - 1),
      axisLabel: { alignMinLabel: 'left', alignMaxLabel: 'right', margin: 10, fontSize: 12 },
      splitLine: { show: false },
    },
    // In pixels, so that each bar is in the middle of its row.
    yAxis: { type: 'value', inverse: true, min: AXIS_PX, max: Math.max(AXIS_PX + 1, height), show: false },
    series: [
      chartLine({ x: baseX, y: AXIS_PX }, { x: baseX, y: height }, CHART_COLORS.ruleStrong, 1),
      {
        type: 'custom',
        renderItem: renderStep,
        encode: { x: [0, 1], y: 2 },
        data: steps.map((step, index) => buildItem(step, index, drawing)),
        silent: true,
      },
    ],
  }
}

interface WhyChartProps {
  steps: readonly WhyStep[]
  /** The rows beside which the bars are drawn. */
  body: RefObject<HTMLTableSectionElement | null>
}

/** The bars of the factors, over the column that the table keeps free for them. */
function WhyChart({ steps, body }: WhyChartProps) {
  const boxes = useRowBoxes(body)
  const last = boxes.at(-1)
  const height = last ? last.top + last.height : AXIS_PX
  const optionOf = useCallback(
    (width: number) => whyOption({ steps, scale: whyScale(steps), boxes, height }, width),
    [steps, boxes, height],
  )
  const { low, high } = whyScale(steps)
  return (
    <Chart
      label={`Chart from ${low} to ${high} percent`}
      heightOf={() => height}
      optionOf={optionOf}
      classOf={() => styles.chart}
    />
  )
}

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
  group: BaseballGroup
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
