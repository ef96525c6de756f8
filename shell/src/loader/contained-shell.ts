import type { ShellApi } from '@propsight/shared/contracts'
import { useLayoutEffect, useMemo, useRef } from 'react'

/** Navigations of a remote within `WITHIN_MS`. More are treated as a loop, which would hang the page. */
const MAX_NAVIGATIONS = 20
const WITHIN_MS = 1_000

/**
 * Wraps the shell API for one mounted remote. `navigate` is ignored after the remote was unmounted, so that a
 * clean-up cannot navigate away from the next screen, and it is rate-limited against loops. Unsaved-work
 * checks that the remote did not unregister are ignored after unmount, so that they do not delay updates.
 * @param isMounted whether the remote is mounted
 * @param now clock, ms
 */
export function containShell(
  shell: ShellApi,
  isMounted: () => boolean,
  now: () => number = () => performance.now(),
): ShellApi {
  let recent: number[] = []
  return {
    ...shell,
    navigate(to, options) {
      if (!isMounted()) return
      const at = now()
      recent = recent.filter((before) => at - before < WITHIN_MS)
      if (recent.length >= MAX_NAVIGATIONS) return
      recent.push(at)
      shell.navigate(to, options)
    },
    registerUnsavedWork: (hasUnsavedWork) => shell.registerUnsavedWork(() => isMounted() && hasUnsavedWork()),
  }
}

/** `containShell` for the lifetime of the calling component; returns the same object on every render. */
export function useContainedShell(shell: ShellApi): ShellApi {
  const mounted = useRef(true)
  // React runs clean-ups of parents before those of children, so this is false in the remote's clean-ups.
  useLayoutEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return useMemo(() => containShell(shell, () => mounted.current), [shell])
}
