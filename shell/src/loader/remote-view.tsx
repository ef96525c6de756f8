import type { RegistryEntry, RemoteModule, ShellApi } from '@propsight/shared/contracts'
import {
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { leaveFocus } from '../state/move-focus.ts'
import { brokenReleases, chooseRelease, forgetBroken, giveUp, isUntold } from './choose-release.ts'
import { useContainedShell } from './contained-shell.ts'
import { noteMounted } from './mounted-releases.ts'
import { releaseKey } from './release-records.ts'
import { RemoteBoundary } from './remote-boundary.tsx'
import { RemoteError, toRemoteError } from './remote-error.ts'
import { RemoteSkeleton, RemoteUnavailable } from './remote-panel.tsx'
import { remoteRetries } from './retry-remote.ts'
import { loadedRelease, loadRelease, noteCrash } from './load-release.ts'

export interface RemoteViewProps {
  entry: RegistryEntry
  shell: ShellApi
}

/**
 * Shows one remote, contained (F4): a skeleton while it loads, then the remote. When it fails, the fallback
 * release is shown immediately. When the fallback fails too, or there is none, an error panel with Retry is
 * shown.
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

/** @param props.release the registered release, or its fallback */
function RemoteRelease({ entry, release, shell }: RemoteViewProps & { release: RegistryEntry }) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>(() => {
    const module = loadedRelease(release)
    return module && { module }
  })
  const fallbackOf = release === entry ? undefined : entry.version
  const { title } = entry.placement
  const contained = useContainedShell(shell)

  useLayoutEffect(() => noteMounted(releaseKey(release)), [release])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let over = false
    loadRelease(release, fallbackOf).then(
      (module) => {
        // A transition, because a remote's first render is the longest of the page and may render in slices.
        if (!over) startTransition(() => setState({ module }))
      },
      (error) => {
        if (!over && (fallbackOf || !giveUp(entry))) setState({ error: toRemoteError(error, 'entry') })
      },
    )
    return () => {
      over = true
    }
  }, [entry, release, fallbackOf, attempt])

  const retry = () => {
    leaveFocus()
    setState(null)
    setAttempt((count) => count + 1)
    forgetBroken(entry)
  }
  const tell = () => {
    if (fallbackOf && isUntold(entry))
      shell.notify({ message: `${title} had a problem. Its earlier version is shown.` })
  }
  const unavailable = (error: RemoteError) => (
    <RemoteUnavailable entry={entry} shell={shell} error={error} onRetry={retry} />
  )
  if (state === null) return <RemoteSkeleton placement={entry.placement} />
  if ('error' in state) return unavailable(state.error)
  const { Root } = state.module
  return (
    <RemoteBoundary
      key={attempt}
      fallback={unavailable}
      onError={(error) => {
        noteCrash(release, error, fallbackOf)
        if (!fallbackOf) giveUp(entry)
      }}
    >
      <Suspense
        fallback={<Waiting placement={entry.placement} late={() => unavailable(suspended(release))} />}
      >
        <Root shell={contained} />
        <OnceShown run={tell} />
      </Suspense>
    </RemoteBoundary>
  )
}

/**
 * Sibling of a Root inside its boundary: runs once the Root is shown, and never when it threw or still
 * suspends.
 */
function OnceShown({ run }: { run(): void }): null {
  const onShown = useEffectEvent(run)
  useLayoutEffect(() => onShown(), [])
  return null
}

/**
 * How long a remote may suspend before the error panel is shown, ms. This does not count as a failed load.
 */
const SUSPENDED_MS = 20_000

const suspended = ({ name, version }: RegistryEntry): RemoteError =>
  new RemoteError('timeout', `${name} ${version}: waits for itself`)

function Waiting({ placement, late }: Pick<RegistryEntry, 'placement'> & { late(): ReactNode }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SUSPENDED_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? late() : <RemoteSkeleton placement={placement} />
}
