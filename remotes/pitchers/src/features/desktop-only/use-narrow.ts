import { useSyncExternalStore } from 'react'

/** Window width under which the page is covered (specification 2 §9). */
const NARROW = '(max-width: 767.98px)'

function watch(onChange: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the window is narrower than 768 px. */
export const useNarrow = (): boolean => useSyncExternalStore(watch, () => matchMedia(NARROW).matches)
