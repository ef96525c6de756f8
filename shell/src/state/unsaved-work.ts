const checks = new Set<() => boolean>()

/** @returns unregister */
export function registerUnsavedWork(hasUnsavedWork: () => boolean): () => void {
  checks.add(hasUnsavedWork)
  return () => checks.delete(hasUnsavedWork)
}

/** Whether anything on the screen would be lost by a swap or a reload. A check that throws counts as a yes. */
export const hasUnsavedWork = (): boolean =>
  [...checks].some((check) => {
    try {
      return check()
    } catch {
      return true
    }
  })
