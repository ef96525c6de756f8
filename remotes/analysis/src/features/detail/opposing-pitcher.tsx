import type { PlayerDetail } from '@propsight/shared/contracts'
import { gradeEra, headToHeadLabel } from '@propsight/shared/domain'
import { Panel, Skeleton, Table, type TableColumn } from '@propsight/shared/ui'
import { memo } from 'react'
import { pitcherHand } from './labels.ts'
import { MissingPart } from './missing-part.tsx'
import styles from './panels.module.css'

/** CSS class of an ERA's grade; undefined for an ERA between the good and the low band. */
export function eraGrade(era: string): 'u-good' | 'u-low' | undefined {
  const grade = gradeEra(era)
  return grade ? `u-${grade}` : undefined
}

interface OpposingPitcherProps {
  data: PlayerDetail | null
  loading: boolean
  retry(): void
}

type Pitcher = NonNullable<PlayerDetail['opposingPitcher']>

const COLUMNS: readonly TableColumn<Pitcher>[] = [
  { head: 'ERA', cell: ({ era }) => era, cellClass: ({ era }) => eraGrade(era) },
  { head: 'WHIP', cell: ({ whip }) => whip },
  { head: 'K', cell: ({ strikeOuts }) => strikeOuts },
  { head: 'K/9', cell: ({ strikeOutsPer9 }) => strikeOutsPer9 },
  { head: 'H/9', cell: ({ hitsPer9 }) => hitsPer9 },
]

function PitcherSkeleton() {
  return (
    <div aria-busy="true" className={styles.waiting}>
      <Skeleton width="60%" height={21} />
      <Skeleton height={44} />
    </div>
  )
}

/** '6 for 17, dominates'. */
function headToHeadText({ vsPitcher, missing }: PlayerDetail): string | null {
  if (!vsPitcher) return missing.vsPitcher ?? 'history: never met'
  const { hits, atBats } = vsPitcher
  if (atBats === 0) return 'history: never at bat'
  const word = headToHeadLabel(vsPitcher)
  return `history: ${hits} for ${atBats}${word ? `, ${word}` : ''}`
}

/** The opposing starter, his season statistics, and the batter's history against him (N12). */
export const OpposingPitcher = memo(function OpposingPitcher({ data, loading, retry }: OpposingPitcherProps) {
  const pitcher = data?.opposingPitcher
  const headToHead = pitcher ? headToHeadText(data) : null
  return (
    <Panel
      title="Opposing Pitcher"
      className={styles.panel}
      actions={headToHead && <span className={styles.hint}>{headToHead}</span>}
    >
      {loading && <PitcherSkeleton />}
      {!loading && !pitcher && (
        <MissingPart
          reason={data?.missing.opposingPitcher ?? (data ? 'Not announced yet.' : 'Not loaded.')}
          onRetry={data ? retry : undefined}
        />
      )}
      {pitcher && (
        <>
          <p className={styles.opponent}>
            <b>{pitcher.name}</b>
            <span>
              {[
                pitcher.handedness && pitcherHand(pitcher.handedness),
                pitcher.team,
                pitcher.wins !== null && pitcher.losses !== null && `${pitcher.wins}–${pitcher.losses}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </p>
          <Table
            label={`${pitcher.name} this season`}
            columns={COLUMNS}
            rows={[pitcher]}
            keyOf={({ personId }) => personId}
            rowProps={() => ({ className: 'u-fig' })}
            className={styles.five}
          />
        </>
      )}
    </Panel>
  )
})
