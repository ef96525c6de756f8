import { cx } from '@propsight/shared/ui'
import { useEffect, useId, useMemo, useRef } from 'react'
import { Averages } from './averages.tsx'
import styles from './detail.module.css'
import { DetailHead } from './detail-head.tsx'
import type { PlayerDetailProps } from './detail-props.ts'
import { DetailNotice, useDetailQuery } from './detail-query.tsx'
import { RecentGames } from './games/recent-games.tsx'
import { LadderPanel } from './ladder/ladder-panel.tsx'
import { OpposingPitcher } from './opposing-pitcher.tsx'
import { AnalysisPanel } from './reasons/analysis-panel.tsx'
import { WhyPanel } from './reasons/why-panel.tsx'
import { StatTabs } from './stat-tabs.tsx'
import { useDetailModel } from './use-detail-model.ts'
import { listTabs, statName, useDetailState } from './use-detail-state.ts'
import { Verdict } from './verdict.tsx'
import { SettingsBanner } from './what-if/settings-banner.tsx'
import { useAppliedSettings, useWhatIf } from './what-if/use-what-if.ts'
import { WhatIfPanel } from './what-if/what-if-panel.tsx'

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
        record.group,
        [card, ...cards].map(({ line }) => statName(line.statType)),
      ),
    [card, cards, record.group],
  )
  const { data, loading, retry } = details
  return (
    <div className={cx('u-page', styles.page)}>
      <DetailHead {...props} shown={view.shown} demo={view.demo} />
      <StatTabs tabs={tabs} stat={view.stat} onChange={view.setStat} panel={panel} />
      <DetailNotice details={details} hasRun={props.runId !== null} />
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
          <WhyPanel {...resting} group={record.group} />
        </div>
        <div>
          <Verdict view={view} model={model} card={props.card} />
          <WhatIfPanel whatIf={whatIf} stat={view.stat} group={record.group} hasRun={props.runId !== null} />
          <AnalysisPanel {...shownProps} {...resting} />
          <LadderPanel stat={view.stat} forecast={view.forecast} offered={view.offered} changed={changed} />
          {record.group === 'hitting' && <OpposingPitcher data={data} loading={loading} retry={retry} />}
          <Averages
            data={data}
            loading={loading}
            retry={retry}
            group={record.group}
            hand={model.against.hand}
          />
        </div>
      </div>
    </div>
  )
}
