import type { PlayerDetail } from '@propsight/shared/contracts'
import { confidencePercent, type HitRate, type LineForecast, parseRate } from '@propsight/shared/domain'
import { Button, cx, Panel, Skeleton } from '@propsight/shared/ui'
import { memo, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
import { tenths } from '../../../state/format.ts'
import type { PlayerDetailProps } from '../detail-props.ts'
import type { DetailQuery } from '../detail-query.tsx'
import type { Hand, NextOpponent } from '../games/games.ts'
import { pointsText } from '../labels.ts'
import styles from '../panels.module.css'
import type { DetailModel } from '../use-detail-model.ts'
import { statName, type View } from '../use-detail-state.ts'
import { SettingsTag } from '../what-if/settings-banner.tsx'
import type { WhyStep } from './why-steps.ts'

export interface AnalysisFacts {
  name: string
  stat: string
  line: number
  /** Results of the recent games against the line, and their mean value. */
  counts: HitRate
  average: number | null
  forecast: LineForecast | null
  why: readonly WhyStep[]
  /** Whether the line-up is announced, and the player's slot in it; null if unknown. */
  slot: { announced: boolean; slot: number | null } | null
  out: string | null
  against: NextOpponent
  detail: PlayerDetail | null
}

/** Minimum effect of a factor to be mentioned, in tenths of a percent. */
const MIN_FACTOR_TENTHS = 5
const NAMED_FACTORS = 2

const HANDED: Record<Hand, string> = { L: 'left-handers', R: 'right-handers' }

function describeHitRate({ name, line, counts, average, forecast }: AnalysisFacts): string | null {
  const { over, under, push, games } = counts
  if (games === 0) return null
  const describesUnder = forecast?.call === 'UNDER' || (!forecast && under > over)
  const pushed = push > 0 ? ` with ${push} ${push === 1 ? 'push' : 'pushes'}` : ''
  const outcome = describesUnder ? `stayed under ${line} in ${under}` : `gone over ${line} in ${over}`
  const mean = average === null ? '' : `, averaging ${tenths(average).toFixed(1)}`
  return `${name} has ${outcome} of ${games === 1 ? 'the only game' : `the last ${games}`}${pushed}${mean}.`
}

function describeProbability({ line, forecast }: AnalysisFacts): string | null {
  if (!forecast) return null
  const { call, chance, low, high, push } = forecast
  const side = call === 'UNDER' ? 'under' : 'over'
  const pushed = push > 0 ? `, a push ${confidencePercent(push)}%` : ''
  return `The probability of ${side} ${line} is ${confidencePercent(chance)}% (${confidencePercent(low)}–${confidencePercent(high)})${pushed}.`
}

function describeFactors({ why }: AnalysisFacts): string | null {
  const mainFactors = why
    .slice(1)
    .filter(({ points }) => Math.abs(points) >= MIN_FACTOR_TENTHS)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, NAMED_FACTORS)
  if (mainFactors.length === 0) return null
  const named = mainFactors.map(({ factor, points }) => `${factor} ${pointsText(points)}`).join(', ')
  return `What moves it most, in points: ${named}.`
}

function describeStarter({ detail }: AnalysisFacts): string | null {
  const pitcher = detail?.opposingPitcher
  if (!pitcher) return null
  const hand = pitcher.handedness && ` throws ${pitcher.handedness === 'L' ? 'left' : 'right'},`
  const met = detail.vsPitcher
  const against = met && met.atBats > 0 ? `; ${met.hits} for ${met.atBats} head to head` : ''
  return `${pitcher.name}${hand ?? ''} with an ERA of ${pitcher.era} and a WHIP of ${pitcher.whip}${against}.`
}

function describeSplit({ detail, against }: AnalysisFacts): string | null {
  const season = detail?.hitting?.season
  const split = against.hand === 'L' ? detail?.hitting?.vsLeft : detail?.hitting?.vsRight
  if (!against.hand || !split || !season || parseRate(split.avg) === null) return null
  return `Batting ${split.avg} against ${HANDED[against.hand]}, ${season.avg} overall.`
}

function describeLineup({ slot, out }: AnalysisFacts): string | null {
  if (out) return `Out: ${out}.`
  if (!slot?.announced) return null
  return slot.slot === null ? 'Not in the announced line-up.' : `Bats number ${slot.slot} tonight.`
}

/**
 * Describes a player's line in a few sentences, the most important first, since only four lines are visible.
 * Every figure comes from the engine or is counted from game logs.
 */
export function analysisText(facts: AnalysisFacts): string {
  const absent = facts.out !== null || (facts.slot?.announced === true && facts.slot.slot === null)
  const rest = [
    describeHitRate(facts),
    describeProbability(facts),
    describeFactors(facts),
    describeStarter(facts),
    describeSplit(facts),
  ]
  const sentences = absent ? [describeLineup(facts), ...rest] : [...rest, describeLineup(facts)]
  return sentences.filter((sentence) => sentence !== null).join(' ')
}

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
