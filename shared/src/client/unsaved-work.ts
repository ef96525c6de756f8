/** What the remote registered with `registerUnsavedWork`. */
export interface UnsavedWork {
  checks: number
  /** Whether something would be lost by a swap or a reload now; a check that throws counts as a yes. */
  dirty: boolean
}

/** The checks of those who have work that may be unsaved; the shell and who stands in for it ask them alike. */
export function createUnsavedWork() {
  const checks = new Set<() => boolean>()
  return {
    /** @returns unregister */
    register(check: () => boolean): () => void {
      checks.add(check)
      return () => checks.delete(check)
    },
    read: (): UnsavedWork => ({
      checks: checks.size,
      dirty: [...checks].some((check) => {
        try {
          return check()
        } catch {
          return true
        }
      }),
    }),
  }
}
