import type { GameValue, Pick } from '@propsight/shared/contracts'
import { marketLabel } from '@propsight/shared/domain'
import { shortDayText } from '@propsight/shared/format'
import { LineBars, Segmented, type SegmentedOption, Table, type TableColumn } from '@propsight/shared/ui'
import { useState } from 'react'
import { DetailSection, missingReason, Reason } from './detail-section.tsx'

/** Length of `YYYY-MM-DD`. */
const DAY_LENGTH = 10

interface GamesTableProps {
  /** Oldest first, as in the pick. */
  games: readonly GameValue[]
  line: number
  stat: string
}

function resultClass(push: GameValue['push'], result: GameValue['result']): string {
  if (push) return 'u-muted'
  return result === 'OVER' ? 'u-over' : 'u-under'
}

/** All games of the pick, newest first; the chart draws only the last ten. */
export function GamesTable({ games, line, stat }: GamesTableProps) {
  const rows = games.map((game, key) => ({ ...game, key })).toReversed()
  const columns: TableColumn<(typeof rows)[number]>[] = [
    { head: 'Date', cell: ({ date }) => shortDayText(date.slice(0, DAY_LENGTH)) || date },
    {
      head: 'Opponent',
      cell: ({ opponent, homeAway }) => (opponent ? `${homeAway === 'AWAY' ? '@' : 'vs'} ${opponent}` : '—'),
    },
    { head: stat, numeric: true, cell: ({ value }) => value, cellClass: () => 'u-fig' },
    {
      head: `Against ${line}`,
      numeric: true,
      cell: ({ push, result }) => (push ? 'push' : result),
      cellClass: ({ push, result }) => resultClass(push, result),
    },
  ]
  return (
    <Table
      label={`${stat} by game, newest first, against a line of ${line}`}
      columns={columns}
      rows={rows}
      keyOf={({ key }) => key}
    />
  )
}

type View = 'chart' | 'table'
const VIEWS: readonly SegmentedOption<View>[] = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
]

/** The games the pick is based on, against its line: the last ten in the chart, all of them in the table. */
export function Games({ pick }: { pick: Pick }) {
  const [view, setView] = useState<View>('chart')
  const { games, statType, detailedStats } = pick
  const { bettingLine, recommendation } = pick.bettingAnalysis
  const values = games.map(({ value }) => value)
  const summary = detailedStats?.error ?? detailedStats?.summary
  return (
    <DetailSection
      title="Games"
      hint={
        games.length > 0 && (
          <Segmented<View> label="Show the games as" tight options={VIEWS} value={view} onChange={setView} />
        )
      }
    >
      {games.length === 0 && <Reason>{missingReason(pick, 'games')}</Reason>}
      {games.length > 0 && view === 'chart' && (
        <>
          <div className="u-wide">
            <LineBars values={values} line={bettingLine} side={recommendation} size="wide" />
          </div>
          <div className="u-narrow">
            <LineBars values={values} line={bettingLine} side={recommendation} size="fold" />
          </div>
        </>
      )}
      {games.length > 0 && view === 'table' && (
        <GamesTable games={games} line={bettingLine} stat={marketLabel(statType)} />
      )}
      <Reason>{`Detailed stats: ${summary ?? missingReason(pick, 'detailedStats')}`}</Reason>
    </DetailSection>
  )
}
