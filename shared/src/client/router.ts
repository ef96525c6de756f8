import { createContext, createElement, type ReactElement, type ReactNode, use } from 'react'
import { type createBrowserRouter, type RouteObject, RouterProvider, useRouteError } from 'react-router-dom'
import type { Readable, ShellLocation } from '../contracts/remote-contract.ts'
import { createWritableValue } from './writable-value.ts'

type Router = ReturnType<typeof createBrowserRouter>

const ContentContext = createContext<ReactNode>(null)
const Content = (): ReactNode => use(ContentContext)

/** Passes an error on to the boundary around the router, because only that one knows what to show. */
function Rethrow(): never {
  throw useRouteError()
}

/**
 * The routes of a router whose content comes from `RouterContent`: it renders the routes of the registry, which
 * change while the page is open, as descendant routes.
 */
export const CONTENT_ROUTES: RouteObject[] = [{ path: '*', Component: Content, ErrorBoundary: Rethrow }]

/** Options of every router of a page. Unset flags would be reported as warnings in development. */
export const ROUTER_FLAGS = {
  v7_relativeSplatPath: true,
  v7_fetcherPersist: true,
  v7_normalizeFormMethod: true,
  v7_partialHydration: true,
  v7_skipActionErrorRevalidation: true,
}

/** Navigations render at once: a swap of releases commits the new address together with the new release. */
const RENDER_FLAGS = { v7_startTransition: false }

/**
 * Renders the children as the content of a router with `CONTENT_ROUTES`. Without JSX, because Node runs this
 * package as it is (load and fault suites) and reads no `.tsx`.
 */
export const RouterContent = ({ router, children }: { router: Router; children: ReactNode }): ReactElement =>
  createElement(
    ContentContext,
    { value: children },
    createElement(RouterProvider, { router, future: RENDER_FLAGS }),
  )

/** Lowercases a path and removes trailing slashes. The result always begins with exactly one `/` (S1). */
export const normalisePath = (path: string): string => `/${path.toLowerCase().replace(/^\/+|\/+$/g, '')}`

export interface RouterLocation extends Readable<ShellLocation> {
  /** Navigates to a path of this page with optional query and hash. @throws RangeError for any other URL */
  navigate(to: string, options?: { replace?: boolean }): void
}

/** Location and navigation of `ShellApi`, on a router that exists as long as the page. */
export function createRouterLocation(router: Router): RouterLocation {
  const read = (): ShellLocation => {
    const { pathname, search } = router.state.location
    return { path: normalisePath(pathname), search }
  }
  const current = createWritableValue(read())
  router.subscribe(() => {
    const next = read()
    const last = current.get()
    if (next.path !== last.path || next.search !== last.search) current.set(next)
  })
  return {
    get: current.get,
    subscribe: current.subscribe,
    navigate(to, options) {
      // Browsers resolve '//host' and '/\host' to another origin.
      if (!/^\/(?![/\\])/.test(to)) throw new RangeError(`'${to}' is not a path of this page`)
      void router.navigate(to, { replace: options?.replace ?? false })
    },
  }
}
