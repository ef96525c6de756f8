import { Button, cx, Panel, Skeleton } from '@propsight/shared/ui'
import { memo, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
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

/** The text, clamped to four lines until it is expanded. The button is there while lines are hidden or expanded. */
function Sentences({ text }: { text: string }) {
  const id = useId()
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [open, setOpen] = useState(false)
  const [isLong, setIsLong] = useState(false)
  useLayoutEffect(() => {
    const measure = () => {
      const { scrollHeight = 0, clientHeight = 0 } = paragraph.current ?? {}
      if (!open) setIsLong(scrollHeight > clientHeight)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  })
  return (
    <>
      <p ref={paragraph} id={id} className={cx(styles.ai, !open && styles.clamped)}>
        {text}
      </p>
      {isLong && (
        <Button
          variant="bare"
          className={styles.expand}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Show more'}
        </Button>
      )}
    </>
  )
}

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
        <Sentences text={text} />
      )}
    </Panel>
  )
})

/**
 * 'AI Player Analysis', clamped to four lines (N12): the sentences that a model chose if the run has them, else
 * those of this page. The value is deferred, so that dragging the line stays fluent.
 */
export const AnalysisPanel = (props: AnalysisPanelProps) => <Analysis {...useDeferredValue(props)} />
