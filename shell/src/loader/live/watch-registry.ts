import type { RegistryStore } from '../registry-store.ts'

export const POLL_MS = 60_000
/** While there is nothing to show: sooner, since somebody waits in front of a panel. */
const FIRST_RETRY_MS = 2_000
const MOST_MS = 10 * 60_000
/** A page that comes to the front asks at once, but not twice in a row. */
const LEAST_MS = 5_000
/** Pages that were opened by the same event must not ask in step for ever. */
const JITTER = 0.2

/** How long to wait before the next question. @param failures in a row */
export function pollDelay(failures: number, shows: boolean, random: () => number = Math.random): number {
  const first = failures > 0 && !shows ? FIRST_RETRY_MS / 2 : POLL_MS
  const most = shows ? MOST_MS : POLL_MS
  return Math.min(first * 2 ** failures, most) * (1 - JITTER + 2 * JITTER * random())
}

/**
 * Asks for the registry again and again: while the page is visible, when it comes to the front, and when the network
 * is back; less often while the answers fail.
 * @returns the function that ends it
 */
export function watchRegistry(store: RegistryStore, page: Document = document): () => void {
  let failures = store.get().error ? 1 : 0
  let askedAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  const plan = () => {
    clearTimeout(timer)
    if (page.visibilityState === 'visible')
      timer = setTimeout(ask, pollDelay(failures, store.get().registry !== null))
  }
  const ask = async () => {
    clearTimeout(timer)
    askedAt = Date.now()
    await store.reload()
    failures = store.get().error ? failures + 1 : 0
    plan()
  }
  const wake = () => {
    if (page.visibilityState !== 'visible') clearTimeout(timer)
    else if (Date.now() - askedAt >= LEAST_MS || store.get().error) void ask()
    else plan()
  }
  page.addEventListener('visibilitychange', wake)
  for (const event of ['focus', 'online']) addEventListener(event, wake)
  plan()
  return () => {
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', wake)
    for (const event of ['focus', 'online']) removeEventListener(event, wake)
  }
}
