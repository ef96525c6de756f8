import type { Pick } from '@propsight/shared/contracts'
import { gradeOver, marketLabel, sideRate } from '@propsight/shared/domain'
import { DetailSection, Facts, missingReason, Reason } from './detail-section.tsx'

/**
 * The engine's exact figures. They replace the specified simulation and heat map, which are shown as absent
 * (P6).
 */
export function Analytics({ pick }: { pick: Pick }) {
  const analytics = pick.advancedAnalytics
  const side = pick.bettingAnalysis.recommendation
  const { rate } = sideRate(pick.sample, side)
  const over = analytics?.probabilityOver ?? 0
  // The difference of rounded percentages may differ by one from the rounded chance of the under.
  const chance = pick.confidence ?? (side === 'UNDER' ? 100 - over - (pick.forecast?.push ?? 0) : over)
  return (
    <DetailSection title="Advanced analytics">
      {analytics ? (
        <Facts
          facts={[
            {
              label: `Chance of the ${side.toLowerCase()}`,
              value: `${Math.round(chance)}%`,
              grade: gradeOver(chance),
            },
            {
              label: 'Expected',
              value: analytics.expectedValue.toFixed(1),
              note: marketLabel(pick.statType),
            },
            { label: 'Last five', value: analytics.last5Games.join(', ') || null, note: 'oldest first' },
            {
              label: 'Hit rate',
              value: rate === null ? null : `${Math.round(100 * rate)}%`,
              note: rate === null ? missingReason(pick, 'overHitPercentage') : null,
            },
            { label: 'Simulations', value: null, note: 'the chance is exact' },
            { label: 'Current zone', value: null, note: 'no heat map is read' },
          ]}
        />
      ) : (
        <Reason>{missingReason(pick, 'advancedAnalytics')}</Reason>
      )}
    </DetailSection>
  )
}

/** The player's averages per game of this season. */
export function Averages({ pick }: { pick: Pick }) {
  const averages = Object.entries(pick.actualAverages ?? {})
  return (
    <DetailSection title="Averages" hint={averages.length > 0 && 'a game, this season'}>
      {averages.length > 0 ? (
        <Facts facts={averages.map(([label, value]) => ({ label, value: value.toFixed(2) }))} />
      ) : (
        <Reason>{missingReason(pick, 'actualAverages')}</Reason>
      )}
    </DetailSection>
  )
}

const TEXTS = [
  ['Recent form', 'recentForm'],
  ['Injury impact', 'injuryImpact'],
  ['Defensive analysis', 'defensiveAnalysis'],
] as const

/** The parts that are texts instead of figures. */
export const TextSections = ({ pick }: { pick: Pick }) =>
  TEXTS.map(([title, part]) => (
    <DetailSection key={part} title={title}>
      {pick[part] ? <p>{pick[part]}</p> : <Reason>{missingReason(pick, part)}</Reason>}
    </DetailSection>
  ))
