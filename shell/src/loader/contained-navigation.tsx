import { type ReactElement, type ReactNode, use, useMemo } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from 'react-router-dom'
import type { Containment } from './contained-shell.ts'

/**
 * Contains the navigation of a remote by the router's hooks and links, as `containShell` does for
 * `shell.navigate`. The router offers no other way to intercept them: its context is the only connection between
 * the hooks and the router.
 */
export function ContainedNavigation({
  mayNavigate,
  children,
}: Pick<Containment, 'mayNavigate'> & { children: ReactNode }): ReactElement {
  const context = use(NavigationContext)
  const contained = useMemo(() => {
    const { navigator } = context
    const own: Navigator = {
      ...navigator,
      go: (delta) => {
        if (mayNavigate()) navigator.go(delta)
      },
      push: (...target) => {
        if (mayNavigate()) navigator.push(...target)
      },
      replace: (...target) => {
        if (mayNavigate()) navigator.replace(...target)
      },
    }
    return { ...context, navigator: own }
  }, [context, mayNavigate])
  return <NavigationContext value={contained}>{children}</NavigationContext>
}
