import type { Logger } from 'pino'
import type { ReleasesRepository, ServedRow } from '../../repositories/releases.ts'

const FLUSH_MS = 1_000
const MAX_BUFFERED = 2_000
/** Visitors that are remembered as written, so that a page that asks every minute is one row and one write. */
const MAX_REMEMBERED = 20_000
/** Visitors of one network address who are written down for one canary: nobody fills the table with cookies. */
const MAX_PER_SOURCE = 20

export interface ServedCanaries {
  /** Notes that a visitor was given a canary. Costs no more than memory; written within a second. */
  add(row: ServedRow & { generation: number }): void
  /** Writes what is noted. Never rejects: these are figures, and an answer must not hang on them. */
  flush(): Promise<void>
  /** Writes what is noted and stops. */
  close(): Promise<void>
}

/** Who was served which canary, written in batches. */
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
