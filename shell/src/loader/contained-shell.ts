import type { ShellApi } from '@propsight/shared/contracts'
import { useLayoutEffect, useMemo, useRef } from 'react'

/** More changes of the address than anybody asked for: beyond them it is a loop, which would hang the page. */
const MOST_NAVIGATIONS = 20
const WITHIN_MS = 1_000

/**
 * The shell as one remote on screen gets it. Its `navigate` does nothing once the remote has left, so that no clean-up
 * brings a visitor back who went elsewhere, and nothing beyond what a loop would want. Checks for unsaved work that it
 * forgot to take back hold no update up.
 * @param isThere whether the remote is on screen
 * @param now milliseconds
 */
export function containShell(
  shell: ShellApi,
  isThere: () => boolean,
  now: () => number = () => performance.now(),
): ShellApi {
  let recent: number[] = []
  return {
    ...shell,
    navigate(to, options) {
      if (!isThere()) return
      const at = now()
      recent = recent.filter((before) => at - before < WITHIN_MS)
      if (recent.length >= MOST_NAVIGATIONS) return
      recent.push(at)
      shell.navigate(to, options)
    },
    registerUnsavedWork: (hasUnsavedWork) => shell.registerUnsavedWork(() => isThere() && hasUnsavedWork()),
  }
}

/** `containShell` for as long as the calling component is mounted; the same object all that time. */
export function useContainedShell(shell: ShellApi): ShellApi {
  const there = useRef(true)
  // React takes parents away before their children, so this is false when a remote's own clean-ups run.
  useLayoutEffect(() => {
    there.current = true
    return () => {
      there.current = false
    }
  }, [])
  return useMemo(() => containShell(shell, () => there.current), [shell])
}
