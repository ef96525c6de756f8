import { createElement, type LazyExoticComponent, lazy, type ReactNode, useEffect, useState } from 'react'

interface Retry {
  /** Asks for the part's code again. */
  onRetry(): void
}
type Part<P> = (props: P) => ReactNode

/**
 * A part of the shell in a chunk of its own. React's `lazy` throws what its import failed with, for ever, which would
 * take the whole page away (no network, the server away). This shows `Missing` instead, and asks again on Retry and
 * whenever the part is mounted anew.
 */
export function lazyPart<P extends object>(
  load: () => Promise<Part<P>>,
  Missing: (props: P & Retry) => ReactNode,
): Part<P> {
  let known: LazyExoticComponent<Part<P & Retry>> | null = null

  /** Renders only where loading failed: what failed is forgotten. */
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
