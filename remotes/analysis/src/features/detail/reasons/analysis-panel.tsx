import { Panel, Skeleton } from '@propsight/shared/ui'
import { memo, useDeferredValue } from 'react'
import type { PlayerDetailProps } from '../detail-props.ts'
import type { DetailQuery } from '../detail-query.tsx'
import styles from '../panels.module.css'
import type { DetailModel } from '../use-detail-model.ts'
import { statName, type View } from '../use-detail-state.ts'
import { SettingsTag } from '../what-if/settings-banner.tsx'
import { analysisText } from './analysis-text.ts'

interface AnalysisPanelProps extends PlayerDetailProps {
  view: View
  model: DetailModel
  details: DetailQuery
}

const LINES = ['100%', '94%', '97%', '60%']

const Analysis = memo(function Analysis({ card, record, advice, view, model, details }: AnalysisPanelProps) {
  const onCard = view.stat === statName(card.line.statType) && view.line === card.line.line
  const words = onCard ? advice : null
  const out = record.availability?.state === 'out' ? record.availability.label : null
  const text =
    words?.text ??
    analysisText({
      name: card.line.name,
      stat: view.stat,
      line: view.line,
      counts: model.last10.rate,
      average: model.last10.average,
      forecast: model.forecast,
      why: model.why,
      slot: record.tonight?.lineup ?? null,
      out,
      against: model.against,
      detail: details.data,
    })
  return (
    <Panel
      title="AI Player Analysis"
      className={styles.panel}
      actions={
        <>
          {model.changed && <SettingsTag />}
          <span className={styles.hint}>
            {words ? `sentences chosen by ${words.by}` : 'from computed figures only'}
          </span>
        </>
      }
    >
      {details.loading && !words ? (
        <div aria-busy="true" className={styles.sentences}>
          {LINES.map((width) => (
            <Skeleton key={width} width={width} height={12} />
          ))}
        </div>
      ) : (
        <p className={styles.ai} title={text}>
          {text}
        </p>
      )}
    </Panel>
  )
})

/**
 * 'AI Player Analysis', clamped to four lines (N12): the sentences that a model chose if the run has them, else
 * those of this page. The value is deferred, so that dragging the line stays fluent.
 */
export const AnalysisPanel = (props: AnalysisPanelProps) => <Analysis {...useDeferredValue(props)} />
