import {
  createElement,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { ErrorState } from './state.tsx'

type Part<P> = (props: P) => ReactNode

export interface Retry {
  /** Requests the code again. */
  onRetry(): void
}

export type LazyPart<P extends object> = ((props: P) => ReactNode) & {
  /** Loads the code before it is needed. Never rejects: a failure is reported when the part is rendered. */
  preload(): Promise<void>
}

const StandardError = ({ what, onRetry }: Retry & { what: string }) => (
  <ErrorState title={`${what} could not be loaded.`} onRetry={onRetry}>
    Your data is safe. Retrying costs nothing.
  </ErrorState>
)

/**
 * Creates a component whose code is a separate chunk, so that opening the tab does not wait for it. If
 * loading fails, it shows an error with Retry. React's `lazy` alone would cache the failure and throw on
 * every render. Retry repeats the load for every place that shows the error.
 * @param what name of the part in the error text: 'The board'
 * @param waiting placeholder while the code loads
 * @param Missing shown instead of the standard error
 */
export function lazyPart<P extends object>(
  what: string,
  load: () => Promise<Part<P>>,
  waiting: ReactNode = null,
  Missing: Part<Retry & { what: string }> = StandardError,
): LazyPart<P> {
  const retries = new Set<() => void>()
  let loaded: Part<P> | null = null
  let lazyComponent: LazyExoticComponent<Part<P & Retry>> | null = null

  /**
   * Rendered if loading failed. Discards the failed request, so that the next mount requests the code again.
   */
  function Failed({ onRetry }: P & Retry): ReactNode {
    useEffect(() => {
      lazyComponent = null
      retries.add(onRetry)
      return () => {
        retries.delete(onRetry)
      }
    }, [onRetry])
    const retryAll = () => {
      for (const retry of [...retries]) retry()
    }
    return <Missing what={what} onRetry={retryAll} />
  }
  const fetchPart = async (): Promise<Part<P>> => {
    loaded ??= await load()
    return loaded
  }
  const loadOrFail = async (): Promise<{ default: Part<P & Retry> }> => ({
    default: await fetchPart().catch(() => Failed),
  })
  // Loaded code is rendered directly, because `lazy` would suspend once even for a resolved promise.
  const take = (): Part<P & Retry> | LazyExoticComponent<Part<P & Retry>> => {
    if (loaded) return loaded
    lazyComponent ??= lazy(loadOrFail)
    return lazyComponent
  }
  function LazyBoundary(props: P): ReactNode {
    const [Inner, setInner] = useState(() => take())
    const onRetry = () => setInner(() => take())
    return <Suspense fallback={waiting}>{createElement<P & Retry>(Inner, { ...props, onRetry })}</Suspense>
  }
  return Object.assign(LazyBoundary, {
    preload: () =>
      fetchPart().then(
        () => undefined,
        () => undefined,
      ),
  })
}
