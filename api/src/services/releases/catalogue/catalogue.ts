import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import { type Catalogue, type CatalogueSource, createCatalogueLoad } from './load-catalogue.ts'

/** Cache time of the catalogue. A published release is visible on every instance within this time. */
const FRESH_MS = 1_000
/** Refresh interval while there are visitors, so that no request waits for the data service. */
const REFRESH_MS = 600
const IDLE_AFTER_MS = 60_000
/** After this time the last good catalogue is used instead of waiting for the data service. */
const READ_TIMEOUT_MS = 1_500

export interface ReleaseCatalogue {
  /**
   * The current live and canary releases. While the data service does not answer, the last good catalogue is
   * returned.
   * @throws HttpError 503 if there never was one
   */
  read(): Promise<Catalogue>
  /** Drops the cached catalogue and reads a new one. Call it after every change of a rollout. */
  invalidate(): void
  /** Stops the background refresh. */
  close(): void
}

/**
 * The catalogue of the releases that visitors get, with addresses and manifests.
 * @param onRead called with every new catalogue
 */
export function createReleaseCatalogue({
  onRead,
  now = () => performance.now(),
  timeoutMs = READ_TIMEOUT_MS,
  ...source
}: Omit<CatalogueSource, 'now'> & {
  onRead?: (catalogue: Catalogue) => void
  now?: () => number
  timeoutMs?: number
}): ReleaseCatalogue {
  const { log } = source
  const load = createCatalogueLoad({ ...source, now: Date.now })
  let memo: { at: number; catalogue: Promise<Catalogue> } | null = null
  let lastGood: Catalogue | null = null
  let lastReadAt = 0
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const orKnownAfterTimeout = async (work: Promise<Catalogue>, known: Catalogue): Promise<Catalogue> =>
    (await withTimeout(work, timeoutMs)) ?? known

  const accept = (catalogue: Catalogue) => {
    lastGood = catalogue
    onRead?.(catalogue)
    return catalogue
  }

  const read = (): Promise<Catalogue> => {
    if (memo && now() - memo.at < FRESH_MS) return memo.catalogue
    const fresh: Promise<Catalogue> = load().then(
      // A read that started before an invalidation must not replace a newer catalogue.
      (catalogue) => (memo === reading ? accept(catalogue) : catalogue),
      (error: unknown) => {
        if (!lastGood) throw error
        log.warn({ err: error }, 'the registry could not be read; the last good one is used')
        return lastGood
      },
    )
    const reading: NonNullable<typeof memo> = {
      at: now(),
      catalogue: lastGood ? orKnownAfterTimeout(fresh, lastGood) : fresh,
    }
    memo = reading
    return reading.catalogue
  }

  const refresh = async () => {
    const previousMemo = memo
    const at = now()
    try {
      const catalogue = await load()
      if (memo === previousMemo) memo = { at, catalogue: Promise.resolve(accept(catalogue)) }
    } catch (error) {
      log.debug({ err: error }, 'the registry could not be refreshed in the background')
    }
  }
  const scheduleRefresh = () => {
    if (timer || closed || now() - lastReadAt > IDLE_AFTER_MS) return
    timer = setTimeout(async () => {
      await refresh()
      timer = null
      scheduleRefresh()
    }, REFRESH_MS).unref()
  }

  return {
    read() {
      lastReadAt = now()
      scheduleRefresh()
      return read()
    },
    invalidate() {
      memo = null
      // Read at once, so that the next visitor does not wait and `onRead` does not depend on a visitor.
      read().catch(() => undefined)
    },
    close() {
      closed = true
      if (timer) clearTimeout(timer)
    },
  }
}
