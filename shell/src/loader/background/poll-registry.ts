import type { Registry } from '@propsight/shared/contracts'
import { STORED_REGISTRY_KEY } from '../registry.ts'
import type { RegistryStore } from '../registry-store.ts'

/** With its variation at most 15 s: a release or contribution appears that fast. An unchanged registry is a 304. */
export const POLL_MS = 12_000
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
 * @param hasRegistry whether the page has a registry to show
 */
export function pollDelay(
  failures: number,
  hasRegistry: boolean,
  random: () => number = Math.random,
): number {
  const first = failures > 0 && !hasRegistry ? FIRST_RETRY_MS / 2 : POLL_MS
  const maxDelay = hasRegistry ? MAX_DELAY_MS : POLL_MS
  return Math.min(first * 2 ** failures, maxDelay) * (1 - JITTER + 2 * JITTER * random())
}

/**
 * Polls the registry while the page is visible, and requests it when the page regains focus, visibility or
 * network. The interval doubles with every failure.
 * @param token returns the token of the session, null without one
 * @returns stops polling
 */
export function pollRegistry(
  store: RegistryStore,
  token: () => string | null,
  page: Document = document,
): () => void {
  let failures = store.get().error ? 1 : 0
  let requestedAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = () => {
    clearTimeout(timer)
    if (page.visibilityState === 'visible')
      timer = setTimeout(requestRegistry, pollDelay(failures, store.get().registry !== null))
  }
  const requestRegistry = async () => {
    clearTimeout(timer)
    requestedAt = Date.now()
    await store.reload(token())
    failures = store.get().error ? failures + 1 : 0
    schedule()
  }
  const onWake = () => {
    if (page.visibilityState !== 'visible') clearTimeout(timer)
    else if (Date.now() - requestedAt >= MIN_INTERVAL_MS || store.get().error) void requestRegistry()
    else schedule()
  }
  page.addEventListener('visibilitychange', onWake)
  for (const event of ['focus', 'online']) addEventListener(event, onWake)
  schedule()
  return () => {
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', onWake)
    for (const event of ['focus', 'online']) removeEventListener(event, onWake)
  }
}

/**
 * Stores a good registry in the browser. Leaves out the manifests (storage is small, and they can be
 * fetched), the ticket (valid for this visit only) and overrides and previews (only the server may name them).
 */
export function storeRegistry(
  { ticket: _, preview, ...registry }: Registry,
  storage: () => Pick<Storage, 'setItem'>,
): void {
  const remotes = registry.remotes.flatMap(({ manifest: __, ...entry }) =>
    entry.override || entry.name === preview?.name ? [] : [entry],
  )
  if (remotes.length === 0) return
  try {
    storage().setItem(STORED_REGISTRY_KEY, JSON.stringify({ ...registry, remotes }))
  } catch {
    // Storage is full or denied: the page works without the stored copy.
  }
}
