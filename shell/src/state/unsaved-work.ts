import { createUnsavedWork } from '@propsight/shared/client'
import type { ShellApi, UnsavedWork } from '@propsight/shared/contracts'
import { useEffect } from 'react'
import type { BlockerFunction } from 'react-router-dom'

/** Registers unsaved work of a screen while `dirty`. */
export function useUnsavedWork(dirty: boolean): void {
  useEffect(() => (dirty ? registerUnsavedWork(() => true) : undefined), [dirty])
}

const work = createUnsavedWork()

/** Lets the browser ask before it closes or reloads the page. */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (work.isLostBy('reload')) event.preventDefault()
}

/** Registers a check for unsaved work, see `ShellApi`. @returns unregisters it */
export const registerUnsavedWork: ShellApi['registerUnsavedWork'] = (check: () => UnsavedWork) => {
  const unregister = work.register(check)
  // Only while there are checks, because with this listener some browsers do not keep the page for Back.
  addEventListener('beforeunload', askBeforeUnload)
  return () => {
    unregister()
    if (work.read().checks === 0) removeEventListener('beforeunload', askBeforeUnload)
  }
}

/** Whether a swap would lose work. A check that throws counts as unsaved work. */
export const hasUnsavedWork = (): boolean => work.read().dirty

/** Whether leaving the screen would lose work. */
export const isLostByLeaving = (): boolean => work.isLostBy('leaving')

/** Reloads the page without a question. The caller has asked, or has no choice. */
export function reloadPage(): void {
  removeEventListener('beforeunload', askBeforeUnload)
  location.reload()
}

/** Key of the router's blocker that holds a navigation which would lose work. */
export const LEAVING = 'unsaved-work'
let guard: BlockerFunction = () => false
/**
 * Decides which navigations are held. Registered with the router first, because of several blockers it asks the one that
 * was registered last: a remote's own.
 */
export const holdsNavigation: BlockerFunction = (navigation) => guard(navigation)
/** Sets the decision of `holdsNavigation`, once there is a dialog to ask in. */
export const setNavigationGuard = (decide: BlockerFunction): void => {
  guard = decide
}
