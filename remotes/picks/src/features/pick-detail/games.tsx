import type { Pick } from '@propsight/shared/contracts'
import { LineBars, Segmented, type SegmentedOption } from '@propsight/shared/ui'
import { useState } from 'react'
import { GamesTable } from './games-table.tsx'
import { Part, Reason } from './detail-section.tsx'
import { whyMissing } from './why-missing.ts'

type View = 'chart' | 'table'
const VIEWS: readonly SegmentedOption<View>[] = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
]

/** The games the pick is based on, against its line: the last ten in the chart, all of them in the table. */
export function Games({ pick }: { pick: Pick }) {
  const [view, setView] = useState<View>('chart')
  const { games, statType, detailedStats } = pick
  const { bettingLine } = pick.bettingAnalysis
  const values = games.map(({ value }) => value)
  const summary = detailedStats?.error ?? detailedStats?.summary
  return (
    <Part
      title="Games"
      hint={
        games.length > 0 && (
          <Segmented<View> label="Show the games as" tight options={VIEWS} value={view} onChange={setView} />
        )
      }
    >
      {games.length === 0 && <Reason>{whyMissing(pick, 'games')}</Reason>}
      {games.length > 0 && view === 'chart' && (
        <>
          <div className="u-wide">
            <LineBars values={values} line={bettingLine} size="wide" />
          </div>
          <div className="u-narrow">
            <LineBars values={values} line={bettingLine} size="fold" />
          </div>
        </>
      )}
      {games.length > 0 && view === 'table' && (
        <GamesTable games={games} line={bettingLine} stat={statType} />
      )}
      <Reason>{`Detailed stats: ${summary ?? whyMissing(pick, 'detailedStats')}`}</Reason>
    </Part>
  )
}
