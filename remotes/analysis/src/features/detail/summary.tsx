import { formatSigned } from '@propsight/shared/domain'
import type { ReactNode } from 'react'
import styles from './games/recent-games.module.css'
import type { Model } from './use-detail-model.ts'

const TRENDS = {
  up: { word: 'Up', className: styles.up },
  down: { word: 'Down', className: styles.down },
  flat: { word: 'Flat', className: undefined },
} as const

function Cell({ label, title, children }: { label: string; title?: string; children: ReactNode }) {
  return (
    <div title={title}>
      <dt className="u-label">{label}</dt>
      <dd className="u-fig">{children}</dd>
    </div>
  )
}

function rateText({ over, under, push }: Model['rate']): string {
  return `${over} of ${over + under}${push > 0 ? ` · ${push} push` : ''}`
}

function TrendCell({ form: { trend } }: Pick<Model, 'form'>) {
  if (!trend) return <>—</>
  const { word, className } = TRENDS[trend.direction]
  return (
    <>
      {className && <i className={className} aria-hidden="true" />}
      {word} <span>{formatSigned(trend.short - trend.long)}</span>
    </>
  )
}

/** Statistics of the games shown: over rate, averages, trend and streak. Demo bars count in none of them. */
export function Summary({ model }: { model: Model }) {
  const { rate, average, form, streak, demo, drawn } = model
  const mean = average === null ? '—' : average.toFixed(1)
  const interval =
    rate.interval &&
    `95% interval ${Math.round(100 * rate.interval.low)}–${Math.round(100 * rate.interval.high)}`
  return (
    <dl className={styles.summary}>
      <Cell label="Over rate" {...(interval ? { title: interval } : {})}>
        <b>
          {rate.rate === null ? '—' : Math.round(100 * rate.rate)}
          {rate.rate !== null && <small>%</small>}
        </b>
        {!demo && <span>{rateText(rate)}</span>}
      </Cell>
      <Cell
        label={demo ? 'Average, Demo' : `Average, ${drawn.length} ${drawn.length === 1 ? 'game' : 'games'}`}
      >
        {mean}
      </Cell>
      <Cell label="Average, last 5">{form.last5 === null ? '—' : form.last5.toFixed(1)}</Cell>
      <Cell label="Trend" title="Average of the last 5 games against the last 10; flat within 0.05">
        <TrendCell form={form} />
      </Cell>
      <Cell label="Streak">
        {streak ? (
          <>
            {streak.games} <span>{streak.side}</span>
          </>
        ) : (
          '—'
        )}
      </Cell>
    </dl>
  )
}
