import type { UnsavedWork } from '../contracts/remote-contract.ts'

/** State of the checks registered with `registerUnsavedWork`. */
export interface UnsavedWorkState {
  checks: number
  /** Whether a swap of the release would lose work; a check that throws counts as unsaved work. */
  dirty: boolean
}

/** A check that throws counts as work that everything loses. */
function run(check: () => UnsavedWork): UnsavedWork {
  try {
    return check()
  } catch {
    return true
  }
}

/** Creates a registry of checks for unsaved work, used by the shell and by the standalone harness. */
export function createUnsavedWork() {
  const checks = new Set<() => UnsavedWork>()
  return {
    /** @returns unregister */
    register(check: () => UnsavedWork): () => void {
      checks.add(check)
      return () => checks.delete(check)
    },
    read: (): UnsavedWorkState => ({ checks: checks.size, dirty: [...checks].some((check) => run(check)) }),
    /** Whether leaving the screen, or a reload of the page, would lose work. */
    isLostBy: (cause: 'leaving' | 'reload'): boolean =>
      [...checks].some((check) => {
        const work = run(check)
        return work === true || (cause === 'reload' && work === 'reload')
      }),
  }
}
