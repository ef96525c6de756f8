import { Progress } from '@propsight/shared/ui'
import { STEPS } from '../../config/steps.ts'
import type { RunState } from '../../state/run.ts'

const STATES = { loading: 'running', complete: 'done', empty: 'done', failed: 'failed' } as const

/** Label and percent of a run; it ends in 'Complete!', 'Failed' or 'No lines found' and keeps its place. */
export function RunProgress({ run }: { run: RunState }) {
  if (run.phase === 'idle') return null
  const { label, percent } = STEPS[run.step]
  return <Progress label={label} percent={percent} state={STATES[run.phase]} />
}
