import { marketLabel } from '@propsight/shared/domain'
import { Button, Icon } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { costText } from '../features/run/credits.ts'
import { oddsLabel, settingsAtom } from '../state/settings.ts'
import { useReadable, useShell } from '../state/shell.tsx'
import styles from './dashboard.module.css'
import { PitchersLink, RecordLink } from './record-link.tsx'
import { useSummary } from './use-summary.ts'

/** Mode as part of the Settings button on small screens; the default mode is omitted. */
const MODE_WORDS = { quick: [], ai: ['AI'], image: ['Image'] } as const

interface HeadProps {
  settingsId: string
  settingsOpen: boolean
  busy: boolean
  onSettings(): void
  onAnalyze(): void
}

/** Heading of the Dashboard: market, age of the lines, and the Analyze button with its cost. */
export function Head({ settingsId, settingsOpen, busy, onSettings, onAnalyze }: HeadProps) {
  const shell = useShell()
  const { mode, category, window, topPicks, oddsType } = useAtomValue(settingsAtom)
  const signedIn = useReadable(shell.session) !== null
  const summary = useSummary()
  const chosen = [...MODE_WORDS[mode], window, topPicks, oddsLabel(oddsType)].join(' · ')
  return (
    <header className={styles.head}>
      <div>
        <h1>{mode === 'image' ? 'Lines from a picture' : marketLabel(category)}</h1>
        <p className={styles.summary}>
          {summary}
          <span className="u-wide"> · </span>
          <span className={styles.links}>
            <RecordLink />
            <span className="u-wide"> · </span>
            <PitchersLink />
          </span>
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          className="u-narrow"
          aria-label={`Settings: ${chosen}`}
          aria-expanded={settingsOpen}
          aria-controls={settingsId}
          onClick={onSettings}
        >
          <Icon name="settings" />
          {chosen}
        </Button>
        <Button aria-label="Weather" onClick={() => shell.openOverlay('weather')}>
          <Icon name="cloud" />
          <span className="u-wide">Weather</span>
        </Button>
        {mode !== 'image' && (
          <Button
            variant="go"
            className={styles.analyze}
            cost={costText(category)}
            busy={busy}
            disabled={!signedIn}
            onClick={onAnalyze}
          >
            Analyze
          </Button>
        )}
      </div>
      {!signedIn && <p role="alert">Sign in to analyze lines.</p>}
    </header>
  )
}
