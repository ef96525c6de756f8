import { BestPrice, useShell } from '@propsight/shared/client'
import {
  type BestOffer,
  basisText,
  confidencePercent,
  gradeConfidence,
  type LineForecast,
  marketLabel,
  type PaidLine,
} from '@propsight/shared/domain'
import { countText, formatSigned } from '@propsight/shared/format'
import { Call, Panel, ProbabilityTrack, useNow } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import { tenths } from '../../state/format.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import { noCallText, priceAge, slipText } from '../../state/ranked-line.ts'
import { ODDS_LABELS } from './labels.ts'
import type { DetailModel } from './use-detail-model.ts'
import type { View } from './use-detail-state.ts'
import styles from './verdict.module.css'
import { SettingsTag } from './what-if/settings-banner.tsx'

const MORE_ONLY = 'More only, no public payout'
const PERCENT = 100
/**
 * Minimum distance of the interval's label from both ends of the scale, so that it does not overlap 0 and
 * 100.
 */
const LABEL_EDGE_PERCENT = 14

interface ShownProbability {
  percent: number
  low: number
  high: number
  grade: ReturnType<typeof gradeConfidence>
}

const toShownProbability = ({ chance, low, high }: LineForecast): ShownProbability => ({
  percent: confidencePercent(chance),
  low: confidencePercent(low),
  high: confidencePercent(high),
  grade: gradeConfidence(confidencePercent(chance), 'detail'),
})

const clampLabel = (percent: number): number =>
  Math.min(PERCENT - LABEL_EDGE_PERCENT, Math.max(LABEL_EDGE_PERCENT, percent))

/** 'break-even 51.2% at Tally', 'break-even 57.7% of a Power 2 leg': the rule that the break-even follows. */
const evenText = ({ breakEven, price }: BestOffer): string =>
  `break-even ${(PERCENT * breakEven).toFixed(1)}% ${price ? `at ${price.book}` : 'of a Power 2 leg'}`

/** 'expected −0.9% (−3.1 to +1.2) of the stake'; empty without a price. */
function valueText({ value }: BestOffer): string {
  if (!value) return ''
  const [expected, low, high] = [value.expected, value.low, value.high].map((share) =>
    formatSigned(PERCENT * share),
  )
  return ` · expected ${expected}% (${low} to ${high}) of the stake`
}

function Chance({ forecast, offer }: { forecast: LineForecast; offer: BestOffer | null }) {
  const probability = toShownProbability(forecast)
  const even = offer && PERCENT * offer.breakEven
  return (
    <div>
      <ProbabilityTrack {...probability} side={forecast.call ?? 'OVER'} breakEven={even} />
      <div className={styles.scale} aria-hidden="true">
        <span>0</span>
        <span style={{ left: `${clampLabel(probability.percent)}%` }}>
          {probability.low}–{probability.high}
        </span>
        <span>100</span>
      </div>
    </div>
  )
}

function Figure({ label, value, note }: { label: string; value: string; note: ReactNode }) {
  return (
    <div>
      <span className="u-label">{label}</span>
      <b className="u-fig">{value}</b>
      <span>{note}</span>
    </div>
  )
}

/** Summary of the shown line: the call, its probability with interval and break-even, and the fair line. */
export function Verdict({ view, model, card }: { view: View; model: DetailModel; card: RankedLine }) {
  const shell = useShell()
  const now = useNow()
  const { stat, line, shown } = view
  const { forecast, offer, noForecast, average, drawn, demo, side } = model
  const paid: PaidLine = shown?.line ?? { oddsType: 'standard' }
  const probability = forecast && toShownProbability(forecast)
  const age = forecast && !model.changed ? priceAge(forecast, card.record, now) : null
  const fair = forecast && tenths(forecast.fairLine)
  const slip = shown && slipText(shown)
  return (
    <Panel className={styles.verdict}>
      <h2 className="u-vh">Line and confidence</h2>
      <div className={styles.said}>
        <div>
          <span className="u-label">{marketLabel(stat)}</span> {model.changed && <SettingsTag />}
          <div className={styles.call}>
            {forecast?.call ? (
              <Call side={forecast.call} line={line} />
            ) : (
              <span>{noCallText(line, shown && !shown.call ? shown.side : null)}</span>
            )}
          </div>
          {slip && <p className={styles.push}>{slip}</p>}
        </div>
        {probability ? (
          <b className={`u-fig u-${probability.grade}`}>
            {probability.percent}
            <small>%</small>
          </b>
        ) : (
          <b className="u-fig">—</b>
        )}
      </div>
      {forecast ? (
        <Chance forecast={forecast} offer={offer} />
      ) : (
        <p className={styles.none}>No probability: {noForecast}.</p>
      )}
      {forecast && (
        <p className={styles.push}>
          {forecast.push > 0 && `${confidencePercent(forecast.push)}% chance of a push · `}
          {basisText(forecast, line, age)} · our model alone says {confidencePercent(forecast.alone)}%
          {offer && valueText(offer)}
        </p>
      )}
      {side && (
        <p className={styles.price}>
          <BestPrice
            shell={shell}
            personId={card.personId}
            player={card.line.name}
            stat={stat}
            line={line}
            side={side}
            gamePk={card.line.gamePk ?? null}
          />
        </p>
      )}
      <div className={styles.figures}>
        <Figure
          label="Fair line"
          value={fair === null ? '—' : fair.toFixed(1)}
          note={fair === null ? 'no forecast' : `${formatSigned(fair - line)} on the line`}
        />
        <Figure
          label="Average"
          value={average === null ? '—' : tenths(average).toFixed(1)}
          note={demo ? 'Demo' : countText(drawn.length, 'game')}
        />
        {shown ? (
          <Figure
            label="Odds type"
            value={ODDS_LABELS[paid.oddsType]}
            note={offer ? <span className={styles.even}>{evenText(offer)}</span> : MORE_ONLY}
          />
        ) : (
          <Figure
            label="Odds type"
            value="—"
            note={view.book ? 'your line, not the book’s' : 'no ranked line on this board'}
          />
        )}
      </div>
    </Panel>
  )
}
