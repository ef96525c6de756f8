import { useReadable } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { analysisCost, marketLabel, menuOf, type SportCode } from '@propsight/shared/domain'
import { countText } from '@propsight/shared/format'
import { Button, Dialog, Segmented, Select } from '@propsight/shared/ui'
import { useState } from 'react'
import styles from './run-dialog.module.css'
import type { Runs } from './use-runs.ts'

const NEEDS_CREDITS: ReadonlySet<string> = new Set(['NO_CREDITS', 'NOT_ENOUGH_CREDITS'])

export interface RunDialogProps {
  shell: ShellApi
  runs: Runs
  sport: SportCode
  /** The market of the props; null for all, and for one that only an analysis of all stat lines covers. */
  market: string | null
  onClose(): void
}

const ALL = 'All Stat Lines'

/** What can be analyzed for a market: itself, or all together where the sport has that; else any one of the menu. */
function optionsFor(sport: SportCode, market: string | null): readonly string[] {
  const menu = menuOf(sport)
  const found = [market, ALL].filter((name) => name !== null && menu.includes(name)) as string[]
  return found.length > 0 ? found : menu
}

const costText = (category: string): string => countText(analysisCost(category), 'credit')

/** Confirms a paid analysis with its cost, and starts it. */
export function RunDialog({ shell, runs, sport, market, onClose }: RunDialogProps) {
  const options = optionsFor(sport, market).map((value) => ({
    value,
    label: `${marketLabel(value)} · ${costText(value)}`,
  }))
  const [category, setCategory] = useState(options[0]?.value ?? ALL)
  const credits = useReadable(shell.credits)
  const { failure, isStarting } = runs
  const close = () => {
    runs.clearFailure()
    onClose()
  }
  const start = async () => {
    if (await runs.start(category)) onClose()
  }
  const needsCredits = failure !== null && NEEDS_CREDITS.has(failure.error.code)
  return (
    <Dialog
      open
      title="Get the engine’s probabilities"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="go" cost={costText(category)} busy={isStarting} onClick={() => void start()}>
            {failure ? 'Retry' : 'Analyze'}
          </Button>
        </>
      }
    >
      <div className={styles.run}>
        {options.length === 2 && (
          <Segmented<string>
            label="Market to analyze"
            options={options}
            value={category}
            onChange={setCategory}
            full
          />
        )}
        {options.length > 2 && (
          <Select label="Market to analyze" options={options} value={category} onChange={setCategory} />
        )}
        <p>
          Prices cost nothing. The engine’s probability of {market ? 'these props' : 'this market’s props'}{' '}
          comes with one analysis of {marketLabel(category)} at its normal price. It lasts 30 minutes, even
          after a reload.
        </p>
        {credits !== null && <p>You have {countText(credits, 'credit')}.</p>}
        {failure && (
          <div role="alert" className={styles.failed}>
            <b>{failure.error.message}</b>
            <p>{failure.cost}</p>
            {needsCredits && <Button onClick={() => shell.navigate('/pricing')}>See pricing</Button>}
            {failure.error.requestId && <p className="u-dim">Request {failure.error.requestId}</p>}
          </div>
        )}
      </div>
    </Dialog>
  )
}
