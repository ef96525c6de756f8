import type { Placement, RegistryEntry, RemoteModule, ShellApi } from '@propsight/shared/contracts'
import { Button, cx, ErrorState, Skeleton } from '@propsight/shared/ui'
import {
  type ReactElement,
  type ReactNode,
  Suspense,
  startTransition,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from 'react-router-dom'
import { moveFocusToScreen } from '../state/move-focus.ts'
import { originOf } from '../state/override-owner.ts'
import { brokenReleases, chooseRelease, clearBroken, markBroken, takeUnannounced } from './choose-release.ts'
import { type Containment, useContainedShell } from './contained-shell.ts'
import { recordShown } from './load-log.ts'
import { loadedRelease, loadRelease, loadTrace, recordCrash } from './load-release.ts'
import { remoteRetries } from './preload-remote.ts'
import { recordMounted, releaseKey } from './release-records.ts'
import { RemoteBoundary } from './remote-boundary.tsx'
import { RemoteError, toRemoteError } from './remote-error.ts'
import styles from './remote-view.module.css'

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

/** An overlay is already inside a dialog. All other remotes get page margins. */
const frameOf = ({ mount }: Placement) => (mount === 'overlay' ? styles.frame : cx('u-page', styles.frame))

/** Failure kinds of an override whose dev server is down or still compiling. */
const NOT_SERVED: ReadonlySet<RemoteError['kind']> = new Set(['manifest', 'entry', 'timeout'])

/** Error panel of a remote: name, reason and Retry (F4). */
export function RemoteUnavailable(props: {
  entry: RegistryEntry
  /** The release that failed. */
  release?: RegistryEntry
  shell: ShellApi
  error: RemoteError
  onRetry(): void
}) {
  const { entry, release = entry, shell, error, onRetry } = props
  const trace = loadTrace(release)
  const { title } = entry.placement
  const offersDashboard = entry.placement.mount === 'tab' && entry.placement.path !== '/'
  return (
    <div className={frameOf(entry.placement)} data-remote={entry.name} data-remote-error={error.kind}>
      <ErrorState
        icon="plug"
        title={`${title} is unavailable`}
        onRetry={onRetry}
        action={
          offersDashboard && (
            <Button variant="bare" onClick={() => shell.navigate('/')}>
              Go to Dashboard
            </Button>
          )
        }
        note={trace ? `${error.message} (trace ${trace})` : error.message}
      >
        {entry.override && NOT_SERVED.has(error.kind)
          ? `Nothing usable answers at ${originOf(entry)}. Start the dev server there, or reset to what is published.`
          : error.sentence}{' '}
        Everything else works as usual.
      </ErrorState>
    </div>
  )
}

const ROWS = ['first', 'second', 'third']

export function RemoteSkeleton({ placement }: Pick<RegistryEntry, 'placement'>) {
  return (
    <section className={frameOf(placement)} aria-busy="true" aria-label={`Loading ${placement.title}`}>
      <Skeleton width={180} height={28} />
      {ROWS.map((row) => (
        <Skeleton key={row} height={72} radius={10} />
      ))}
    </section>
  )
}

export interface RemoteViewProps {
  entry: RegistryEntry
  shell: ShellApi
}

/**
 * Shows one remote, contained (F4): a skeleton while it loads, then the remote. When it fails, the fallback
 * release is shown immediately, and when that fails too, the next retained release, until one loads. When all of them
 * fail, or there is none, an error panel with Retry is shown.
 */
export function RemoteView({ entry, shell }: RemoteViewProps) {
  useSyncExternalStore(brokenReleases.subscribe, brokenReleases.get)
  const retries = useSyncExternalStore(remoteRetries.subscribe, () => remoteRetries.of(entry.name))
  const release = chooseRelease(entry)
  // The key remounts on another release, so that no state of the previous release is left.
  return (
    <RemoteRelease key={`${releaseKey(release)}#${retries}`} entry={entry} release={release} shell={shell} />
  )
}

type State = { module: RemoteModule } | { error: RemoteError } | null

/** @param props.release the registered release, or one of its fallbacks */
function RemoteRelease({ entry, release, shell }: RemoteViewProps & { release: RegistryEntry }) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>(() => {
    const module = loadedRelease(release)
    return module && { module }
  })
  const fallbackOf = release === entry ? undefined : entry.version
  const { title } = entry.placement
  const contained = useContainedShell(shell, release)

  useLayoutEffect(() => recordMounted(releaseKey(release)), [release])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let cancelled = false
    loadRelease(release, fallbackOf).then(
      (module) => {
        // A transition, because a remote's first render is the longest of the page and may render in slices.
        if (!cancelled) startTransition(() => setState({ module }))
      },
      async (error) => {
        if (cancelled) return
        const hasAnother = await markBroken(entry, release)
        if (!cancelled && !hasAnother) setState({ error: toRemoteError(error, 'entry') })
      },
    )
    return () => {
      cancelled = true
    }
  }, [entry, release, fallbackOf, attempt])

  const retry = () => {
    moveFocusToScreen()
    setState(null)
    setAttempt((count) => count + 1)
    clearBroken(entry)
  }
  const onShown = () => {
    recordShown(release)
    if (fallbackOf && takeUnannounced(entry))
      shell.notify({ message: `${title} had a problem. Its earlier version is shown.` })
  }
  const unavailable = (error: RemoteError) => (
    <RemoteUnavailable entry={entry} release={release} shell={shell} error={error} onRetry={retry} />
  )
  if (state === null) return <RemoteSkeleton placement={entry.placement} />
  if ('error' in state) return unavailable(state.error)
  const { Root } = state.module
  return (
    <RemoteBoundary
      key={attempt}
      fallback={unavailable}
      onError={(error) => {
        recordCrash(release, error, fallbackOf)
        void markBroken(entry, release)
      }}
    >
      <Suspense
        fallback={
          <SuspendedRemote placement={entry.placement} late={() => unavailable(suspended(release))} />
        }
      >
        <ContainedNavigation mayNavigate={contained.mayNavigate}>
          <Root shell={contained.shell} />
        </ContainedNavigation>
        <AfterFirstShow run={onShown} />
      </Suspense>
    </RemoteBoundary>
  )
}

/**
 * Sibling of a Root inside its boundary: runs once the Root is shown, and never when it threw or still
 * suspends.
 */
function AfterFirstShow({ run }: { run(): void }): null {
  const onShown = useEffectEvent(run)
  useLayoutEffect(() => onShown(), [])
  return null
}

/**
 * How long a remote may suspend before the error panel is shown, ms. This does not count as a failed load.
 */
const SUSPENDED_MS = 20_000

const suspended = ({ name, version }: RegistryEntry): RemoteError =>
  new RemoteError('timeout', `${name} ${version}: is still suspended`)

function SuspendedRemote({ placement, late }: Pick<RegistryEntry, 'placement'> & { late(): ReactNode }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SUSPENDED_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? late() : <RemoteSkeleton placement={placement} />
}
