const MOST_RUNS = 10_000

interface Payable {
  id: string
  user_id: string
  state?: 'held' | 'captured' | 'released' | undefined
  expires_at: string
}

interface Payments<Run extends Payable> {
  capture(runId: string): Promise<boolean>
  live(runId: string, userId: string): Promise<Run | null>
}

/**
 * Caches captured runs until they expire. A capture is final, and a board with its details and reloads reads
 * the same run a dozen times. Excluded and deleted accounts are refused elsewhere, by the account standing. A
 * held run is not cached: any instance may release it at any time.
 */
export function rememberPaidRuns<Run extends Payable>(
  runs: Payments<Run>,
  now: () => number = Date.now,
): Payments<Run> {
  const paid = new Map<string, Run>()
  const recall = (runId: string): Run | undefined => {
    const run = paid.get(runId)
    if (!run || Date.parse(run.expires_at) > now()) return run
    paid.delete(runId)
    return undefined
  }
  const remember = (run: Run) => {
    const [oldest] = paid.keys()
    if (paid.size >= MOST_RUNS && oldest !== undefined) paid.delete(oldest)
    paid.set(run.id, run)
  }
  return {
    // Already captured.
    capture: async (runId) => (recall(runId) ? false : runs.capture(runId)),
    async live(runId, userId) {
      const known = recall(runId)
      if (known) return known.user_id === userId ? known : null
      const run = await runs.live(runId, userId)
      if (run?.state === 'captured') remember(run)
      return run
    },
  }
}
