import type { Services } from '../../state/services.ts'
import { isLostByLeaving, LEAVING, setNavigationGuard } from '../../state/unsaved-work.ts'

/**
 * Holds links and Back to another screen while work on this one would be lost, and asks the user.
 * @param screenOf identifies the screen of a path
 */
export function guardNavigation(
  { router, log }: { router: Pick<Services['router'], 'state' | 'subscribe'>; log: Services['log'] },
  screenOf: (path: string) => string,
): void {
  let hasDialog = false
  // In the chunk of the other dialogs, because few visitors need it.
  const loadDialog = async () =>
    (await import(/* webpackChunkName: "dialogs" */ './leave-dialog.tsx')).askBeforeLeaving(router)
  router.subscribe(({ blockers }) => {
    if (hasDialog || blockers.get(LEAVING)?.state !== 'blocked') return
    hasDialog = true
    loadDialog().catch((error) => {
      hasDialog = false
      log('unsaved work', error)
      // Without the question the user leaves, as before.
      router.state.blockers.get(LEAVING)?.proceed?.()
    })
  })
  setNavigationGuard(
    ({ currentLocation, nextLocation }) =>
      screenOf(currentLocation.pathname) !== screenOf(nextLocation.pathname) && isLostByLeaving(),
  )
}
