import type { Pick } from '@propsight/shared/contracts'
import { gradeEra, headToHeadLabel } from '@propsight/shared/domain'
import { DetailSection, Facts, missingReason, Reason } from './detail-section.tsx'

/** The opposing pitcher's season. */
export function OpposingPitcher({ pick }: { pick: Pick }) {
  const pitcher = pick.opposingPitcher
  if (!pitcher)
    return (
      <DetailSection title="Opposing Pitcher">
        <Reason>{missingReason(pick, 'opposingPitcher')}</Reason>
      </DetailSection>
    )
  const { wins, losses, handedness } = pitcher
  const decisions = wins === null || losses === null ? null : `${wins}–${losses}`
  return (
    <DetailSection
      title="Opposing Pitcher"
      hint={[handedness && `${handedness}HP`, pitcher.team].filter(Boolean).join(' · ')}
    >
      <p>
        <b>{pitcher.name}</b>
      </p>
      <Facts
        facts={[
          { label: 'ERA', value: pitcher.era, grade: gradeEra(pitcher.era) },
          { label: 'WHIP', value: pitcher.whip },
          { label: 'Strikeouts', value: pitcher.strikeOuts },
          { label: 'Wins–losses', value: decisions, note: decisions ? null : 'not given by the source' },
          { label: 'K/9', value: pitcher.strikeOutsPer9 },
          { label: 'H/9', value: pitcher.hitsPer9 },
        ]}
      />
    </DetailSection>
  )
}

/** The batter's earlier results against this pitcher. */
export function VersusPitcher({ pick }: { pick: Pick }) {
  const history = pick.batterVsPitcherHistory
  if (!history)
    return (
      <DetailSection title="Batter vs pitcher">
        <Reason>{missingReason(pick, 'batterVsPitcherHistory')}</Reason>
      </DetailSection>
    )
  const word = headToHeadLabel(history)
  return (
    <DetailSection title="Batter vs pitcher" hint={word}>
      <p>{history.atBats === 0 ? 'No past at-bats.' : `${history.hits} for ${history.atBats} so far.`}</p>
      <Facts
        facts={[
          { label: 'AVG', value: history.avg, note: word },
          { label: 'At-bats', value: history.atBats },
          { label: 'Hits', value: history.hits },
          { label: 'Home runs', value: history.homeRuns },
          { label: 'Walks', value: history.baseOnBalls },
          { label: 'Strikeouts', value: history.strikeOuts },
        ]}
      />
    </DetailSection>
  )
}
