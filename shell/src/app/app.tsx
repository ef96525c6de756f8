import { QueryClientProvider } from '@tanstack/react-query'
import { Provider, useAtomValue } from 'jotai'
import {
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigationType, useRoutes } from 'react-router-dom'
import { useRegistry } from '../loader/use-registry.ts'
import { type Services, ServicesContext, useServices } from '../state/services.ts'
import {
  authLoadingAtom,
  mailedLinkAtom,
  passwordResetAtom,
  signingInAtom,
  userAtom,
} from '../state/session.ts'
import { DeveloperTools, PreviewProof } from './developer-tools.tsx'
import './first-paint.css'
import { normalisePath, RouterContent } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { ErrorState, ToastRegion } from '@propsight/shared/ui'
import type { Tab } from '../features/header/tab-links.tsx'
import { Footer } from '../features/legal/footer.tsx'
import { UnmountBoundary } from '../loader/remote-boundary.tsx'
import { type Layer, layerAtom } from '../state/layer.ts'
import { dismissToast, toastsAtom, updatesAtom } from '../state/toasts.ts'
import styles from './app.module.css'
import { createShellApi } from './create-shell-api.ts'
import { Frame } from './frame.tsx'
import type { LayersProps } from './layer-dialog.tsx'
import { DialogLoading, lazyPart, MissingDialog, MissingOptionalPart } from './lazy-part.tsx'
import { ConfirmScreen, NewPasswordScreen, prepareRoute, SignInScreen } from './lazy-screens.ts'
import { buildRoutes, listTabs, type Route } from './route.ts'

const LayerDialog = lazyPart(
  async () => (await import(/* webpackChunkName: "dialogs" */ './layer-dialog.tsx')).LayerDialog,
  MissingDialog,
)

/**
 * The open dialog or overlay. Dialog code is a separate chunk, loaded when the first dialog opens. The last
 * dialog stays mounted while it closes, so that it can fade out and restore the focus.
 */
function Layers(props: LayersProps): ReactElement | null {
  const { store } = useServices()
  const layer = useAtomValue(layerAtom)
  const [last, setLast] = useState<Layer | null>(null)
  if (layer && layer !== last) setLast(layer)
  // Where Back cannot be stopped it navigates away from the page below the dialog, so the dialog closes. A dialog that
  // the new URL has just opened (an override request) stays open.
  const onBack = useEffectEvent(() => {
    if (store.get(layerAtom) === layer) store.set(layerAtom, null)
  })
  useEffect(() => {
    const back = () => onBack()
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const shown = layer ?? last
  if (!shown) return null
  return (
    <UnmountBoundary>
      <Suspense fallback={<DialogLoading />}>
        <LayerDialog
          {...props}
          layer={shown}
          open={layer !== null}
          onClose={() => store.set(layerAtom, null)}
        />
      </Suspense>
    </UnmountBoundary>
  )
}

/** Shows the first that applies: spinner, page of a mailed link, Set New Password, login, app (S2). */
export function Gate({ children }: { children: ReactNode }): ReactElement {
  const { queryClient } = useServices()
  const loading = useAtomValue(authLoadingAtom)
  const passwordReset = useAtomValue(passwordResetAtom)
  const signingIn = useAtomValue(signingInAtom)
  const user = useAtomValue(userAtom)
  // Cached query results belong to the previous session.
  const onSuccess = () => queryClient.clear()
  const isMailed = useAtomValue(mailedLinkAtom) !== null

  if (loading) return <Loading />
  if (user && !passwordReset && !signingIn && !isMailed) return <>{children}</>
  return (
    <Suspense fallback={<Loading />}>
      {isMailed && <ConfirmScreen />}
      {!isMailed && passwordReset && <NewPasswordScreen onSuccess={onSuccess} />}
      {!isMailed && !passwordReset && <SignInScreen onSuccess={onSuccess} />}
      <Footer />
    </Suspense>
  )
}

const Loading = () => (
  <div className={styles.loading} role="status">
    <span className={styles.spinner} aria-hidden="true" />
    Loading...
  </div>
)

const UpdateNotice = lazyPart(
  async () => (await import('../features/update-notice/update-notice.tsx')).UpdateNotice,
  MissingOptionalPart,
)

/** The update notice, shown above every screen while a new release is ready. */
export const Updates = (): ReactElement | null =>
  useAtomValue(updatesAtom).length > 0 ? (
    <Suspense fallback={null}>
      <UpdateNotice />
    </Suspense>
  ) : null

/**
 * Last fallback for a render error that no other boundary caught: a message with Reload, not an empty page.
 */
export const CrashPage = ({ onReload }: { onReload(): void }): ReactElement => (
  <main className="u-page">
    <ErrorState title="Propsight stopped" onRetry={onReload} retryLabel="Reload">
      An error stopped this page. Saved work is safe.
    </ErrorState>
  </main>
)

export function Toasts(): ReactElement {
  const { store } = useServices()
  return <ToastRegion toasts={useAtomValue(toastsAtom)} onDismiss={(id) => dismissToast(store, id)} />
}

export const App = ({ services }: { services: Services }): ReactElement => (
  <ServicesContext value={services}>
    <QueryClientProvider client={services.queryClient}>
      <Provider store={services.store}>
        <RouterContent router={services.router}>
          <Pages />
        </RouterContent>
      </Provider>
    </QueryClientProvider>
  </ServicesContext>
)

/** Shows the route of the address. All routes render `Page`, which therefore stays mounted between them. */
function Pages(): ReactElement | null {
  const services = useServices()
  const { registry } = useRegistry()
  const shell = useMemo(() => createShellApi(services), [services])
  const tabs = useMemo(() => listTabs(registry), [registry])
  const routes = useMemo(
    () =>
      buildRoutes(registry).map(({ path, handle }) => ({
        path,
        element: <Page route={handle} tabs={tabs} shell={shell} />,
      })),
    [registry, tabs, shell],
  )
  useScrollToTop()
  return useRoutes(routes)
}

/**
 * Shows a page from its top when a link or a remote opened it. For Back and Forward the browser restores the
 * position; a changed query and a replaced address keep it.
 */
function useScrollToTop(): void {
  const path = normalisePath(useLocation().pathname)
  const isPushed = useNavigationType() === 'PUSH'
  const last = useRef(path)
  useLayoutEffect(() => {
    if (isPushed && path !== last.current) scrollTo(0, 0)
    last.current = path
  }, [path, isPushed])
}

function Page({ route, tabs, shell }: { route: Route; tabs: readonly Tab[]; shell: ShellApi }): ReactElement {
  const { storage } = useServices()
  const user = useAtomValue(userAtom)
  const passwordReset = useAtomValue(passwordResetAtom)
  const open = (route.kind === 'remote' || route.kind === 'retired') && route.open

  const isMailed = useAtomValue(mailedLinkAtom) !== null
  const titleOfGate = () => {
    if (isMailed) return 'Continue'
    if (passwordReset) return 'Set New Password'
    return user ? null : 'Sign in'
  }
  const gateTitle = titleOfGate()
  useEffect(() => {
    document.title = `${(!open && gateTitle) || route.title} · Propsight`
  }, [open, gateTitle, route.title])

  useEffect(() => prepareRoute(route, storage), [route, storage])

  const frame = <Frame route={route} tabs={tabs} shell={shell} />
  return (
    <>
      {open ? frame : <Gate>{frame}</Gate>}
      {!open && <PreviewProof shell={shell} />}
      <Layers shell={shell} tabs={user ? tabs : []} current={route.path} />
      <Toasts />
      <Updates />
      <DeveloperTools />
    </>
  )
}
