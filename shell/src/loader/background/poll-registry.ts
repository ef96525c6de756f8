import type { RegistryStore } from '../registry-store.ts'

export const POLL_MS = 60_000
/**
 * Delay of the first retry while there is no registry, ms. Shorter, because the user sees only an error
 * panel.
 */
const FIRST_RETRY_MS = 2_000
const MAX_DELAY_MS = 10 * 60_000
/** Shortest interval between requests on focus or visibility, ms. */
const MIN_INTERVAL_MS = 5_000
/** Share of random variation, so that pages opened at the same time do not send requests at the same time. */
const JITTER = 0.2

/**
 * Delay before the next request, ms.
 * @param failures number of consecutive failures
 * @param shows whether the page has a registry to show
 */
export function pollDelay(failures: number, shows: boolean, random: () => number = Math.random): number {
  const first = failures > 0 && !shows ? FIRST_RETRY_MS / 2 : POLL_MS
  const most = shows ? MAX_DELAY_MS : POLL_MS
  return Math.min(first * 2 ** failures, most) * (1 - JITTER + 2 * JITTER * random())
}

/**
 * Polls the registry while the page is visible, and requests it when the page regains focus, visibility or
 * network. The interval doubles with every failure.
 * @returns stops polling
 */
export function pollRegistry(store: RegistryStore, page: Document = document): () => void {
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
    else if (Date.now() - askedAt >= MIN_INTERVAL_MS || store.get().error) void ask()
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
