import {
  createElement,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { ErrorState } from './error-state.tsx'

type Part<P> = (props: P) => ReactNode

interface Retry {
  /** Asks for the part's code again. */
  onRetry(): void
}

export type LazyPart<P extends object> = ((props: P) => ReactNode) & {
  /** Fetches the code before it is needed; a failure is left to whoever shows the part. */
  preload(): Promise<void>
}

const Missing = ({ what, onRetry }: Retry & { what: string }) => (
  <ErrorState title={`${what} could not be loaded.`} onRetry={onRetry}>
    Nothing is lost, and asking again costs nothing.
  </ErrorState>
)

/**
 * A part of the screen in a chunk of its own, so that opening the tab does not wait for it. Where its code cannot be
 * loaded it says so with Retry: React's `lazy` would throw, for ever, and take the whole screen away.
 * @param what names the part in that sentence: 'The board'
 * @param waiting stands in its place while the code is on its way
 */
export function lazyPart<P extends object>(
  what: string,
  load: () => Promise<Part<P>>,
  waiting: ReactNode = null,
): LazyPart<P> {
  let loaded: Part<P> | null = null
  let asked: LazyExoticComponent<Part<P & Retry>> | null = null

  /** Drawn only where loading failed: what failed is forgotten, so that the next look asks again. */
  function Failed({ onRetry }: P & Retry): ReactNode {
    useEffect(() => {
      asked = null
    }, [])
    return <Missing what={what} onRetry={onRetry} />
  }
  const fetchPart = async (): Promise<Part<P>> => {
    loaded ??= await load()
    return loaded
  }
  const orFailed = async (): Promise<{ default: Part<P & Retry> }> => ({
    default: await fetchPart().catch(() => Failed),
  })
  // What is there already is drawn at once: `lazy` would suspend on it all the same.
  const take = (): Part<P & Retry> | LazyExoticComponent<Part<P & Retry>> => {
    if (loaded) return loaded
    asked ??= lazy(orFailed)
    return asked
  }
  function Shown(props: P): ReactNode {
    const [Inner, setInner] = useState(() => take())
    const onRetry = () => {
      asked = null
      setInner(() => take())
    }
    return <Suspense fallback={waiting}>{createElement<P & Retry>(Inner, { ...props, onRetry })}</Suspense>
  }
  return Object.assign(Shown, {
    preload: () =>
      fetchPart().then(
        () => undefined,
        () => undefined,
      ),
  })
}
