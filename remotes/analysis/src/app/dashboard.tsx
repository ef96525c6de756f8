import { cx } from '@propsight/shared/ui'
import { useAtom, useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { CardSkeleton } from '../features/card/card-skeleton.tsx'
import { SportTabs } from '../features/menu/sport-tabs.tsx'
import { StatMenu } from '../features/menu/stat-menu.tsx'
import { RunFailed } from '../features/run/run-failed.tsx'
import { RunProgress } from '../features/run/run-progress.tsx'
import { useAnalysis } from '../features/run/use-analysis.ts'
import { SettingsPanel } from '../features/settings/settings-panel.tsx'
import { type RunState, shownRunAtom } from '../state/run.ts'
import { settingsAtom } from '../state/settings.ts'
import styles from './dashboard.module.css'
import { GetStarted } from './get-started.tsx'
import { Head } from './head.tsx'
import { NoLines } from './no-lines.tsx'
import { ShownBoard } from './shown-board.tsx'

/** The Dashboard in quick mode: what to analyze beside, the board in the middle. */
export function Dashboard() {
  const analysis = useAnalysis()
  const [settings, change] = useAtom(settingsAtom)
  const run = useAtomValue(shownRunAtom)
  const settingsId = useId()
  const [settingsOpen, setSettingsOpen] = useState(false)
  const { category } = settings
  const analyze = () => void analysis.analyze(category, settings.oddsType)
  return (
    <div className={cx('u-page', styles.page)}>
      <aside className={styles.rail} aria-label="What to analyze">
        <div className={styles.sports}>
          <SportTabs />
        </div>
        <StatMenu />
        <div className={cx(styles.settings, settingsOpen && styles.open)}>
          <SettingsPanel id={settingsId} />
        </div>
      </aside>
      <section aria-label="Lines">
        <Head
          settingsId={settingsId}
          settingsOpen={settingsOpen}
          busy={run.phase === 'loading'}
          onSettings={() => setSettingsOpen(!settingsOpen)}
          onAnalyze={analyze}
        />
        <div className={styles.progress}>
          <RunProgress run={run} />
        </div>
        <Result
          run={run}
          onAnalyze={analyze}
          onRetry={() => void analysis.retry(category)}
          onAll={() => {
            change({ oddsType: 'All' })
            void analysis.analyze(category, 'All')
          }}
        />
      </section>
    </div>
  )
}

interface ResultProps {
  run: RunState
  onAnalyze(): void
  onRetry(): void
  onAll(): void
}

function Result({ run, onAnalyze, onRetry, onAll }: ResultProps) {
  const { category } = useAtomValue(settingsAtom)
  if (run.phase === 'idle') return <GetStarted category={category} />
  if (run.phase === 'empty') return <NoLines request={run.request} onAll={onAll} />
  const failed = run.failure && <RunFailed failure={run.failure} onRetry={onRetry} />
  // What had arrived before a failure was computed all the same; it stays in view.
  const arrived = run.lines && (run.phase !== 'failed' || run.records.size > 0)
  if (arrived) {
    return (
      <>
        {failed}
        <ShownBoard run={run} onAnalyze={onAnalyze} />
      </>
    )
  }
  return failed ?? <Waiting />
}

/** Before the lines are known: as many places as a screen holds. */
function Waiting() {
  const { topPicks } = useAtomValue(settingsAtom)
  return (
    <div role="status" aria-busy="true" aria-label="Loading players" className={styles.waiting}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((place, index) => (
        <CardSkeleton key={place} top={index < topPicks} />
      ))}
    </div>
  )
}
