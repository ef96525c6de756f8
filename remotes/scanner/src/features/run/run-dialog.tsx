import { useReadable } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { analysisCost, type MlbMarket, marketLabel } from '@propsight/shared/domain'
import { countText } from '@propsight/shared/format'
import { Button, Dialog, Segmented } from '@propsight/shared/ui'
import { useState } from 'react'
import styles from './run-dialog.module.css'
import type { Runs } from './use-runs.ts'

const NEEDS_CREDITS: ReadonlySet<string> = new Set(['NO_CREDITS', 'NOT_ENOUGH_CREDITS'])

export interface RunDialogProps {
  shell: ShellApi
  runs: Runs
  /** The market of the props; null for a market that only an analysis of all stat lines covers. */
  market: MlbMarket | null
  onClose(): void
}

const costText = (category: MlbMarket): string => countText(analysisCost(category), 'credit')

/** Confirms a paid analysis with its cost, and starts it. */
export function RunDialog({ shell, runs, market, onClose }: RunDialogProps) {
  const [category, setCategory] = useState<MlbMarket>(market ?? 'All Stat Lines')
  const credits = useReadable(shell.credits)
  const { failure, isStarting } = runs
  const options = [...(market ? [market] : []), 'All Stat Lines' as const].map((value) => ({
    value,
    label: `${marketLabel(value)} · ${costText(value)}`,
  }))
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
        {options.length > 1 && (
          <Segmented<MlbMarket>
            label="Market to analyze"
            options={options}
            value={category}
            onChange={setCategory}
            full
          />
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
