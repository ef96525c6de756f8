import type { Logger } from 'pino'
import type { ReleasesRepository, ServedRow } from '../../repositories/releases.ts'

const FLUSH_MS = 1_000
const MAX_BUFFERED = 2_000
/**
 * Maximum number of visitors remembered as written, so that a page that polls every minute causes one row
 * only.
 */
const MAX_REMEMBERED = 20_000
/** Maximum number of rows per network address and canary: new cookies must not be able to fill the table. */
const MAX_PER_SOURCE = 20

export interface ServedCanaries {
  /** Records in memory that a visitor was served a canary. Written within a second. */
  add(row: ServedRow & { generation: number }): void
  /** Writes the recorded rows. Never rejects: responses must not depend on these statistics. */
  flush(): Promise<void>
  /** Writes the recorded rows and stops. */
  close(): Promise<void>
}

/** Records which visitors were served which canary, and writes them in batches. */
export function createServedCanaries({
  repository,
  log,
}: {
  repository: Pick<ReleasesRepository, 'recordServed'>
  log: Logger
}): ServedCanaries {
  const visitors = new Set<string>()
  const perSource = new Map<string, number>()
  let buffered: ServedRow[] = []
  let timer: NodeJS.Timeout | null = null
  let writing = Promise.resolve()

  const write = async () => {
    const rows = buffered.splice(0)
    if (rows.length === 0) return
    try {
      await repository.recordServed(rows)
    } catch (error) {
      log.warn({ err: error, rows: rows.length }, 'who was served a canary could not be written; tried again')
      buffered = [...rows, ...buffered].slice(0, MAX_BUFFERED)
    }
  }
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing.then(write)
    return writing
  }

  return {
    add({ generation, ...row }) {
      const canary = `${row.name}@${row.version}#${generation}`
      const visitor = `${canary}:${row.visitor}`
      const source = `${canary}:${row.source}`
      const ofSource = perSource.get(source) ?? 0
      if (visitors.has(visitor) || ofSource >= MAX_PER_SOURCE || buffered.length >= MAX_BUFFERED) return
      if (visitors.size >= MAX_REMEMBERED) {
        visitors.clear()
        perSource.clear()
      }
      visitors.add(visitor)
      perSource.set(source, ofSource + 1)
      buffered.push(row)
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    flush,
    close: flush,
  }
}
