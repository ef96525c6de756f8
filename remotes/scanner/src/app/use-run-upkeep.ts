import type { ShellApi } from '@propsight/shared/contracts'
import { useEffect } from 'react'
import { isRunOver, type Runs } from '../features/run/use-runs.ts'
import type { Board } from '../state/use-board.ts'

/**
 * Keeps runs and credits current: a run that the server does not know any more is removed, and the balance is read
 * again once probabilities arrive, which charges the run.
 */
export function useRunUpkeep(shell: ShellApi, { error, failedRun, rows }: Board, { runs, drop }: Runs): void {
  const over = isRunOver(error) ? failedRun : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: drop is a new function with every render
  useEffect(() => {
    if (over === null) return
    drop(over)
    shell.notify({ message: 'The analysis is over. Its probabilities can be requested again.' })
  }, [over, shell])

  const charged = rows.some(({ prop }) => prop.shown !== null) ? runs.length : 0
  useEffect(() => {
    if (charged > 0) void shell.refreshProfile().catch(() => undefined)
  }, [charged, shell])
}
