/** State of the checks registered with `registerUnsavedWork`. */
export interface UnsavedWork {
  checks: number
  /**
   * Whether a swap of the release or a reload would lose work; a check that throws counts as unsaved work.
   */
  dirty: boolean
}

/** Creates a registry of checks for unsaved work, used by the shell and by the standalone harness. */
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
