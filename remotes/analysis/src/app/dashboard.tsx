import { useReadable, useShell } from '@propsight/shared/client'
import { marketLabel } from '@propsight/shared/domain'
import { cx, Panel, Skeleton, useIdle } from '@propsight/shared/ui'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { MarketMenu, SportTabs } from '../features/menu/market-menu.tsx'
import { costText } from '../features/run/credits.ts'
import { RunFailed, RunProgress } from '../features/run/run-status.tsx'
import { useAnalysis } from '../features/run/use-analysis.ts'
import { type Failure, type RunState, shownRunAtom } from '../state/run.ts'
import { settingsAtom, sportAtom } from '../state/settings.ts'
import { fullViewOpenAtom, fullViewSlotAtom, type OpenLine, viewAtom } from '../state/view.ts'
import type { BoardViewProps } from './board-view.tsx'
import styles from './dashboard.module.css'
import { Head } from './dashboard-head.tsx'
import {
  AdvicePart,
  BoardPart,
  FirstScreenPart,
  ImagePart,
  preloadParts,
  SettingsPart,
  TrackRecordPart,
} from './dashboard-parts.tsx'
import { NoLines } from './empty-states.tsx'
import { useLinkTo, useViewLink } from './use-view-link.ts'

/**
 * The Dashboard: menu and settings at the side, the board in the middle. Image mode has no menu of markets.
 */
export function Dashboard() {
  // Must run before useAnalysis: after a reload the URL decides which board is restored.
  useViewLink()
  const analysis = useAnalysis()
  const [settings, change] = useAtom(settingsAtom)
  const run = useAtomValue(shownRunAtom)
  const [settingsOpen, setSettingsOpen] = useState(false)
  const { category, mode: feature, topPicks, window } = settings
  const selection = { feature, category, topPicks, window }
  const analyze = () => {
    void BoardPart.preload()
    if (feature === 'ai') void AdvicePart.preload()
    void analysis.analyze({ ...selection, oddsType: settings.oddsType })
  }
  useIdle(preloadParts)
  // Beside baseball alone, the narrow screen keeps the disabled tabs in the settings.
  const hasOtherSports = (useReadable(useShell().dataSource).sports?.length ?? 0) > 1
  const { record } = useAtomValue(viewAtom)
  const setSlot = useSetAtom(fullViewSlotAtom)
  const covered = useAtomValue(fullViewOpenAtom)
  const shown = (
    <>
      <div className={styles.progress}>
        <RunProgress run={run} onCancel={analysis.cancel} />
      </div>
      <Result
        run={run}
        onAnalyze={analyze}
        onRetry={() => void analysis.retry(selection)}
        onLoadRemaining={() => void analysis.loadRemainingLines(selection)}
        onCancelRemaining={analysis.cancelRemaining}
        onAll={() => {
          change({ oddsType: 'All' })
          void analysis.analyze({ ...selection, oddsType: 'All' })
        }}
      />
    </>
  )
  return (
    <>
      <div className={cx('u-page', styles.page)} hidden={covered}>
        <aside
          className={cx(styles.rail, showsBoard(run) && styles.besideTools)}
          aria-label="What to analyze"
        >
          <div className={hasOtherSports ? styles.openSports : styles.sports}>
            <SportTabs />
          </div>
          {feature !== 'image' && <MarketMenu />}
        </aside>
        <Head
          busy={run.phase === 'loading'}
          freeUntil={analysis.freeUntil(selection)}
          onSettings={() => setSettingsOpen(true)}
          onAnalyze={analyze}
        />
        <section className={styles.body} aria-label="Lines">
          {feature === 'image' ? (
            <ImagePart pictures={analysis.pictures} run={run} failed={failedView}>
              {shown}
            </ImagePart>
          ) : (
            shown
          )}
        </section>
      </div>
      {settingsOpen && <SettingsPart onClose={() => setSettingsOpen(false)} />}
      <div ref={setSlot}>{record && <TrackRecordPart />}</div>
    </>
  )
}

interface GetStartedProps {
  category: string
  /** The line that a link opens, once it is analyzed. */
  open: OpenLine | null
}

/** Empty state before the first run, with three steps (N11), and what the user may continue with. */
function GetStarted({ category, open }: GetStartedProps) {
  const recordLink = useLinkTo()({ record: true })
  const sport = useAtomValue(sportAtom)
  return (
    <>
      <Panel className={styles.start}>
        <h2>Get Started</h2>
        <ol>
          <li>Choose a stat line.</li>
          <li>Set the game window and how many top picks.</li>
          <li>Analyze: {costText(category)}, a few seconds.</li>
        </ol>
        {open && (
          <p>{`The link opens ${open.name}, ${open.line} ${marketLabel(open.stat)}, once it is analyzed.`}</p>
        )}
      </Panel>
      <FirstScreenPart key={sport} sport={sport} recordLink={sport === 'MLB' ? recordLink : null} />
    </>
  )
}

const failedView = (failure: Failure, onRetry: () => void) => (
  <RunFailed failure={failure} onRetry={onRetry} />
)

interface ResultProps extends BoardViewProps {
  onRetry(): void
  onAll(): void
}

/** Whether a board is shown, also while it loads. Records that arrived before a failure stay visible as a board. */
const showsBoard = ({ phase, lines, records }: RunState): boolean =>
  phase === 'loading' || (lines !== null && phase !== 'empty' && (phase !== 'failed' || records.size > 0))

function Result({ onRetry, onAll, ...board }: ResultProps) {
  const { run } = board
  const { category } = useAtomValue(settingsAtom)
  const { open } = useAtomValue(viewAtom)
  if (run.phase === 'idle') return <GetStarted category={category} open={open} />
  if (run.phase === 'empty') return <NoLines request={run.request} onAll={onAll} />
  const failed = run.failure && <RunFailed failure={run.failure} onRetry={onRetry} />
  return (
    <>
      {failed && <div className={styles.failed}>{failed}</div>}
      {(run.advice ?? (run.phase === 'loading' && run.request?.feature === 'ai')) && (
        <div className={styles.advice}>
          {run.advice ? <AdvicePart run={run} /> : <Skeleton height="100%" radius={8} />}
        </div>
      )}
      {showsBoard(run) && <BoardPart {...board} />}
    </>
  )
}
