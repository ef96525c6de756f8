import { createElement, type LazyExoticComponent, lazy, type ReactNode, useEffect, useState } from 'react'

interface Retry {
  /** Requests the chunk again. */
  onRetry(): void
}
type Part<P> = (props: P) => ReactNode

/**
 * Loads a part of the shell as a separate chunk. React's `lazy` keeps a failed import and throws it on every
 * render, which would replace the whole page after one network failure. This component renders `Missing`
 * instead, and requests the chunk again on Retry and on every new mount.
 */
export function lazyPart<P extends object>(
  load: () => Promise<Part<P>>,
  Missing: (props: P & Retry) => ReactNode,
): Part<P> {
  let known: LazyExoticComponent<Part<P & Retry>> | null = null

  /** Rendered when loading failed: discards the failed import. */
  function Failed(props: P & Retry): ReactNode {
    useEffect(() => {
      known = null
    }, [])
    return <Missing {...props} />
  }
  const loadOrFail = async (): Promise<{ default: Part<P & Retry> }> => ({
    default: await load().catch(() => Failed),
  })
  const take = () => {
    known ??= lazy(loadOrFail)
    return known
  }
  return function LazyPart(props) {
    const [Shown, setShown] = useState(take)
    const onRetry = () => {
      known = null
      setShown(take())
    }
    return createElement<P & Retry>(Shown, { ...props, onRetry })
  }
}
