import type {
  PlayerDetail as DetailData,
  HittingAverages,
  PitchingAverages,
  StatGroup,
} from '@propsight/shared/contracts'
import { cx, lazyPart, nextEnabled, Panel, Skeleton, Table, type TableColumn } from '@propsight/shared/ui'
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useRef } from 'react'
import styles from './detail.module.css'
import { DetailHead } from './detail-head.tsx'
import type { PlayerDetailProps } from './detail-props.ts'
import { DetailNotice, useDetailQuery } from './detail-query.tsx'
import type { Hand } from './games/games.ts'
import { RecentGames } from './games/recent-games.tsx'
import { LadderPanel } from './ladder/ladder-panel.tsx'
import { MissingPart } from './missing-part.tsx'
import { OpposingPitcher } from './opposing-pitcher.tsx'
import panels from './panels.module.css'
import { AnalysisPanel } from './reasons/analysis-panel.tsx'
import { WhyPanel } from './reasons/why-panel.tsx'
import { useDetailModel } from './use-detail-model.ts'
import { listTabs, type StatTab, statName, useDetailState } from './use-detail-state.ts'
import { Verdict } from './verdict.tsx'
import { SettingsBanner } from './what-if/settings-banner.tsx'
import { useAppliedSettings, useWhatIf } from './what-if/use-what-if.ts'
import { WhatIfPanel } from './what-if/what-if-panel.tsx'

/** Of sports whose games are box scores: loaded where one is open only. */
const SplitsPart = lazyPart('The splits', async () => (await import('./game-splits.tsx')).GameSplits)

interface AveragesProps {
  data: DetailData | null
  loading: boolean
  retry(): void
  group: StatGroup
  /** Throwing hand of the opposing starter; the row of this split is highlighted. */
  hand: Hand | null
}

interface Split<Row> {
  label: string
  averages: Row | null
  chosen: boolean
}

const figure = <Row,>(
  head: string,
  read: (averages: Row) => string | number | null,
): TableColumn<Split<Row>> => ({
  head,
  numeric: true,
  cell: ({ averages }) => (averages && read(averages)) ?? '—',
})
const SPLIT = { head: 'Split', rowHeader: true, cell: ({ label }: Split<unknown>) => label }

const HITTING: readonly TableColumn<Split<HittingAverages>>[] = [
  SPLIT,
  figure('AB', ({ atBats }) => atBats),
  figure('H', ({ hits }) => hits),
  figure('HR', ({ homeRuns }) => homeRuns),
  figure('RBI', ({ rbi }) => rbi),
  figure('BB', ({ baseOnBalls }) => baseOnBalls),
  figure('AVG', ({ avg }) => avg),
  figure('OBP', ({ obp }) => obp),
  figure('SLG', ({ slg }) => slg),
  figure('OPS', ({ ops }) => ops),
]
const PITCHING: readonly TableColumn<Split<PitchingAverages>>[] = [
  SPLIT,
  figure('BF', ({ battersFaced }) => battersFaced),
  figure('K', ({ strikeOuts }) => strikeOuts),
  figure('BB', ({ baseOnBalls }) => baseOnBalls),
  figure('H', ({ hits }) => hits),
  figure('HR', ({ homeRuns }) => homeRuns),
  figure('AVG', ({ avg }) => avg),
  figure('ERA', ({ era }) => era),
  figure('WHIP', ({ whip }) => whip),
]

interface SplitsProps<Row> {
  splits: { season: Row | null; vsLeft: Row | null; vsRight: Row | null }
  columns: readonly TableColumn<Split<Row>>[]
  sides: { left: string; right: string }
  hand: Hand | null
}

function Splits<Row>({ splits, columns, sides, hand }: SplitsProps<Row>) {
  const rows = [
    { label: 'Season', averages: splits.season, chosen: false },
    { label: `vs ${sides.left}`, averages: splits.vsLeft, chosen: hand === 'L' },
    { label: `vs ${sides.right}`, averages: splits.vsRight, chosen: hand === 'R' },
  ]
  return (
    <Table
      label="Season and splits"
      columns={columns}
      rows={rows}
      keyOf={({ label }) => label}
      rowProps={({ chosen }) => ({ className: chosen ? panels.chosen : undefined })}
      scroll
      className={panels.splits}
    />
  )
}

/**
 * Averages of the season and the splits by the opponent's hand: 'Hitting averages' or 'Pitching averages'.
 */
const Averages = memo(function Averages({ data, loading, retry, group, hand }: AveragesProps) {
  const title = group === 'hitting' ? 'Hitting averages' : 'Pitching averages'
  const averages = group === 'hitting' ? data?.hitting : data?.pitching
  return (
    <Panel title={title} className={panels.panel}>
      {loading && (
        <div aria-busy="true" className={panels.waiting}>
          <Skeleton height={152} />
        </div>
      )}
      {!loading && !averages && (
        <MissingPart
          reason={data?.missing[group] ?? (data ? 'None this season.' : 'Not loaded.')}
          onRetry={data ? retry : undefined}
        />
      )}
      {data?.hitting && group === 'hitting' && (
        <Splits splits={data.hitting} columns={HITTING} sides={{ left: 'LHP', right: 'RHP' }} hand={hand} />
      )}
      {data?.pitching && group === 'pitching' && (
        <Splits splits={data.pitching} columns={PITCHING} sides={{ left: 'LHB', right: 'RHB' }} hand={null} />
      )}
      {averages && data?.missing.totals && <MissingPart reason={data.missing.totals} />}
      {averages && data?.missing.splits && <MissingPart reason={data.missing.splits} onRetry={retry} />}
    </Panel>
  )
})

interface StatTabsProps {
  tabs: readonly StatTab[]
  stat: string
  onChange(stat: string): void
  /** Id of the tab panel. */
  panel: string
}

/**
 * The market tabs of a player. Arrow keys switch tabs. On small screens the tabs scroll to keep the active
 * one visible.
 */
const StatTabs = memo(function StatTabs({ tabs, stat, onChange, panel }: StatTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const chosen = tabs.findIndex((tab) => tab.stat === stat)
  useEffect(() => {
    const tab = list.current?.children[chosen]
    // Sets `scrollLeft` instead of `scrollIntoView`, which would scroll the page too.
    if (list.current && tab instanceof HTMLElement) {
      list.current.scrollLeft = tab.offsetLeft - list.current.offsetLeft
    }
  }, [chosen])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextEnabled(
      event.key,
      chosen,
      tabs.map(() => false),
    )
    const tab = next === null ? undefined : tabs[next]
    if (!tab || next === null) return
    event.preventDefault()
    onChange(tab.stat)
    const target = list.current?.children[next]
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
  return (
    <div ref={list} role="tablist" aria-label="Stat" className={styles.tabs}>
      {tabs.map((tab) => (
        <button
          key={tab.stat}
          type="button"
          role="tab"
          aria-selected={tab.stat === stat}
          aria-controls={panel}
          tabIndex={tab.stat === stat ? 0 : -1}
          onClick={() => onChange(tab.stat)}
          onKeyDown={onKeyDown}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
})

/** The value before the line began to move; the current one while it is at rest. */
function useResting<T>(value: T, moving: boolean): T {
  const resting = useRef(value)
  useEffect(() => {
    if (!moving) resting.current = value
  })
  return moving ? resting.current : value
}

/**
 * The player prop detail view (N12): games, probability with its factors, and the opponent. Games, chart and
 * probability come from the run and work without the server. The remaining data is requested once per run and
 * player.
 */
export function PlayerDetail(props: PlayerDetailProps) {
  const { card, cards, record } = props
  const details = useDetailQuery(props)
  const whatIf = useWhatIf(props)
  const applied = useAppliedSettings(record, details, whatIf)
  const changed = whatIf.answer !== null
  // The sentences that a model chose are about the unchanged forecast.
  const shownProps = changed ? { ...props, record: applied.record, advice: null } : props
  const view = useDetailState(shownProps)
  const model = useDetailModel(shownProps, view, applied.details, changed)
  const resting = useResting({ view, model, details: applied.details }, view.moving)
  const panel = useId()
  const tabs = useMemo(
    () =>
      listTabs(
        record,
        [card, ...cards].map(({ line }) => statName(line.statType)),
      ),
    [card, cards, record],
  )
  const { data, loading, retry } = details
  const baseball = record.group === 'hitting' || record.group === 'pitching' ? record.group : null
  return (
    <div className={cx('u-page', styles.page)}>
      <DetailHead {...props} shown={view.shown} demo={view.demo} />
      <StatTabs tabs={tabs} stat={view.stat} onChange={view.setStat} panel={panel} />
      {baseball && <DetailNotice details={details} hasRun={props.runId !== null} />}
      <SettingsBanner whatIf={whatIf} />
      <div id={panel} role="tabpanel" aria-label={view.stat} className={styles.columns}>
        <div>
          <RecentGames
            view={view}
            model={model}
            restingLine={resting.view.line}
            details={details}
            batter={record.group === 'hitting'}
            unread={props.record.unread ?? 0}
          />
          {baseball && <WhyPanel {...resting} group={baseball} />}
          {record.type === 'athlete' && <SplitsPart view={view} record={record} />}
        </div>
        <div>
          <Verdict view={view} model={model} card={props.card} />
          {baseball && (
            <WhatIfPanel whatIf={whatIf} stat={view.stat} group={baseball} hasRun={props.runId !== null} />
          )}
          <AnalysisPanel {...shownProps} {...resting} />
          <LadderPanel stat={view.stat} forecast={view.forecast} offered={view.offered} changed={changed} />
          {record.group === 'hitting' && <OpposingPitcher data={data} loading={loading} retry={retry} />}
          {baseball && (
            <Averages
              data={data}
              loading={loading}
              retry={retry}
              group={baseball}
              hand={model.against.hand}
            />
          )}
        </div>
      </div>
    </div>
  )
}
