import { cx } from '@propsight/shared/ui'
import { useId, useMemo } from 'react'
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
import { statName, tabsOf, useDetailState } from './use-detail-state.ts'
import { Verdict } from './verdict.tsx'

/**
 * The player prop detail view (N12): games, probability with its factors, and the opponent. Games, chart and
 * probability come from the run and work without the server. The remaining data is requested once per run and
 * player.
 */
export function PlayerDetail(props: PlayerDetailProps) {
  const { card, cards, record } = props
  const view = useDetailState(props)
  const details = useDetailQuery(props)
  const model = useDetailModel(props, view, details)
  const panel = useId()
  const tabs = useMemo(
    () =>
      tabsOf(
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
      <div id={panel} role="tabpanel" aria-label={view.stat} className={styles.columns}>
        <div>
          <RecentGames view={view} model={model} details={details} batter={record.group === 'hitting'} />
          <WhyPanel view={view} model={model} details={details} group={record.group} />
        </div>
        <div>
          <Verdict view={view} model={model} card={props.card} />
          <AnalysisPanel {...props} view={view} model={model} details={details} />
          <LadderPanel stat={view.stat} forecast={view.forecast} offered={view.offered} />
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
