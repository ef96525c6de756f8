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

/** Waits for a catalogue for a limited time. */
const orKnown = async (work: Promise<Catalogue>, ms: number, known: Catalogue): Promise<Catalogue> =>
  (await withTimeout(work, ms)) ?? known

/** Repeats work every `REFRESH_MS` while there are visitors. */
function createVisitorTimer(work: () => Promise<void>, now: () => number) {
  let lastVisitAt = 0
  let timer: NodeJS.Timeout | null = null
  let closed = false
  const schedule = () => {
    if (timer || closed || now() - lastVisitAt > IDLE_AFTER_MS) return
    timer = setTimeout(async () => {
      await work()
      timer = null
      schedule()
    }, REFRESH_MS).unref()
  }
  return {
    onVisit() {
      lastVisitAt = now()
      schedule()
    },
    close() {
      closed = true
      if (timer) clearTimeout(timer)
    },
  }
}

interface CatalogueOptions extends Omit<CatalogueSource, 'now'> {
  /** Called with every new catalogue. */
  onRead?: (catalogue: Catalogue) => void
  now?: () => number
  timeoutMs?: number
}

/** The catalogue of the releases that visitors get, with addresses and manifests. */
export function createReleaseCatalogue(options: CatalogueOptions): ReleaseCatalogue {
  const { onRead, now = () => performance.now(), timeoutMs = READ_TIMEOUT_MS, ...source } = options
  const { log } = source
  const load = createCatalogueLoad({ ...source, now: Date.now })
  let memo: { at: number; catalogue: Promise<Catalogue> } | null = null
  let lastGood: Catalogue | null = null

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
      catalogue: lastGood ? orKnown(fresh, timeoutMs, lastGood) : fresh,
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
  const refreshing = createVisitorTimer(refresh, now)

  return {
    read() {
      refreshing.onVisit()
      return read()
    },
    invalidate() {
      memo = null
      // Read at once, so that the next visitor does not wait and `onRead` does not depend on a visitor.
      read().catch(() => undefined)
    },
    close: refreshing.close,
  }
}
