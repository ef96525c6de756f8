import { useSyncExternalStore } from 'react'

/** Window width below which the overlay is shown (H1). */
const NARROW = '(max-width: 767.98px)'

function watch(onChange: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the window is narrower than 768 px. */
export const useNarrow = (): boolean => useSyncExternalStore(watch, () => matchMedia(NARROW).matches)
