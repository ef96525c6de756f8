import type { GenerateParlayResponse, GenerateParlayBody } from '@propsight/shared/contracts'
import { Button, Dialog } from '@propsight/shared/ui'
import { useId, useRef, useState } from 'react'
import { CopyParlay } from './copy-parlay.tsx'
import { LeftOut } from './left-out.tsx'
import { ParlayLegs } from './parlay-legs.tsx'
import { ParlayTabs } from './parlay-tabs.tsx'
import { ParlayVerdict } from './parlay-verdict.tsx'
import styles from './recommendations.module.css'

interface RecommendationsProps {
  answer: GenerateParlayResponse
  asked: GenerateParlayBody
  /** The remaining credits; null while unknown. */
  credits: number | null
  onClose(): void
}

const creditsText = (credits: number): string => `${credits} ${credits === 1 ? 'credit' : 'credits'} left`

const INSIGHTS = [
  ['Strength', 'primary'],
  ['Trend', 'trend'],
  ['Risk', 'risk'],
] as const

/** The generated parlays, one tab each: legs, joint probability against break-even, insights (P9). */
export function Recommendations({ answer, asked, credits, onClose }: RecommendationsProps) {
  const [rank, setRank] = useState(0)
  const close = useRef<HTMLButtonElement>(null)
  const panel = useId()
  const parlay = answer.parlays[rank]
  if (!parlay) return null
  return (
    <Dialog
      open
      onClose={onClose}
      title="Parlay Recommendations"
      size="large"
      initialFocus={close}
      footer={
        <div className={styles.foot}>
          <CopyParlay key={parlay.id} parlay={parlay} />
          <p className={styles.saved}>
            Saved to Past Parlays{credits !== null && ` · ${creditsText(credits)}`}
          </p>
          <Button ref={close} variant="go" onClick={onClose}>
            Close
          </Button>
        </div>
      }
    >
      <div className={styles.content}>
        <ParlayTabs parlays={answer.parlays} chosen={rank} onChoose={setRank} panel={panel} />
        <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${rank}`} className={styles.panel}>
          <ParlayLegs parlay={parlay} />
          <ParlayVerdict parlay={parlay} />
          <dl className={styles.insights}>
            {INSIGHTS.map(([title, name]) => (
              <div key={name}>
                <dt>{title}</dt>
                <dd>{parlay.insights[name]}</dd>
              </div>
            ))}
          </dl>
        </div>
        <LeftOut leftOut={answer.leftOut} asked={asked} />
      </div>
    </Dialog>
  )
}
