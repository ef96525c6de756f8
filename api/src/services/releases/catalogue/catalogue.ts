import { type Catalogue, type CatalogueSource, createCatalogueLoad } from './load.ts'

/** A release that was just published shows within this time on every instance. */
const MEMO_MS = 1_000
/** While there are visitors it is read ahead of them, so that none of them waits for it. */
const AHEAD_MS = 600
const VISITORS_LEFT_MS = 60_000
/** A data service that takes longer is not waited for where there is an answer to stand on. */
const PATIENCE_MS = 1_500

export interface ReleaseCatalogue {
  /**
   * What is live and on trial now. While the data service does not answer, the last good answer stands.
   * @throws HttpError 503 when there never was one
   */
  read(): Promise<Catalogue>
  /** Asks the data service anew, for this and every later read: call it after every change of a rollout. */
  invalidate(): void
  /** Ends reading ahead. */
  close(): void
}

/**
 * The releases that visitors get, with addresses and manifests filled in.
 * @param onRead told of every fresh answer
 */
export function createReleaseCatalogue({
  onRead,
  now = () => performance.now(),
  patienceMs = PATIENCE_MS,
  ...source
}: Omit<CatalogueSource, 'now'> & {
  onRead?: (catalogue: Catalogue) => void
  now?: () => number
  patienceMs?: number
}): ReleaseCatalogue {
  const { log } = source
  const load = createCatalogueLoad({ ...source, now: Date.now })
  let memo: { at: number; catalogue: Promise<Catalogue> } | null = null
  let lastGood: Catalogue | null = null
  let askedAt = 0
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const standIn = (work: Promise<Catalogue>, known: Catalogue): Promise<Catalogue> => {
    const late = Promise.withResolvers<Catalogue>()
    const timer = setTimeout(() => late.resolve(known), patienceMs)
    return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
  }

  const accept = (catalogue: Catalogue) => {
    lastGood = catalogue
    onRead?.(catalogue)
    return catalogue
  }

  const read = (): Promise<Catalogue> => {
    if (memo && now() - memo.at < MEMO_MS) return memo.catalogue
    const fresh: Promise<Catalogue> = load().then(
      // An older read that was overtaken by a change must not stand for what is there now.
      (catalogue) => (memo === reading ? accept(catalogue) : catalogue),
      (error: unknown) => {
        if (!lastGood) throw error
        log.warn({ err: error }, 'the registry could not be read; the last good one stands')
        return lastGood
      },
    )
    const reading: NonNullable<typeof memo> = {
      at: now(),
      catalogue: lastGood ? standIn(fresh, lastGood) : fresh,
    }
    memo = reading
    return reading.catalogue
  }

  const readAhead = async () => {
    const standing = memo
    const at = now()
    try {
      const catalogue = await load()
      if (memo === standing) memo = { at, catalogue: Promise.resolve(accept(catalogue)) }
    } catch (error) {
      log.debug({ err: error }, 'the registry could not be read ahead')
    }
  }
  const keepAhead = () => {
    if (timer || closed || now() - askedAt > VISITORS_LEFT_MS) return
    timer = setTimeout(async () => {
      await readAhead()
      timer = null
      keepAhead()
    }, AHEAD_MS).unref()
  }

  return {
    read() {
      askedAt = now()
      keepAhead()
      return read()
    },
    invalidate() {
      memo = null
      // The first visitor after a change need not wait, and what follows from it need not wait for a visitor.
      read().catch(() => undefined)
    },
    close() {
      closed = true
      if (timer) clearTimeout(timer)
    },
  }
}
