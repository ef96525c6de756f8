import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { createTurns } from '../platform/concurrency/turns.ts'
import type { ApiContext } from './context.ts'
import { presentError } from './present-error.ts'

/** Of all streams of this process: some hundred boards at once must leave time for a short call. */
export const turns = createTurns()
/** Records of one moment leave together up to this many characters: compressing each alone is most of a board's work. */
const CHUNK_CHARS = 64 * 1024

/** How a stream of records is told. */
export const NDJSON = 'application/x-ndjson; charset=utf-8'

export interface RecordStream {
  /** Sends one record as one line, with those of the same moment; resolves when the client has room for more. */
  write(record: unknown): Promise<void>
  /** Aborts when the client has gone, or the server is stopping hard. */
  readonly signal: AbortSignal
  /** Breaks the answer off without a last word, where an error record would promise what is not so. */
  breakOff(): void
}

/**
 * Answers with `application/x-ndjson`: one record a line, flushed as they come, in the order written.
 * A failure before the first record is an ordinary error answer; later it becomes the last record,
 * `{ type: 'error', message, code, requestId }`. The producer writes its own `end` record.
 * @param produce writes the records; when `signal` aborts it should stop, and what it throws then is dropped
 */
export async function streamRecords(
  ctx: ApiContext,
  produce: (out: RecordStream) => Promise<void>,
): Promise<void> {
  // Whoever left while rights were looked up is gone for good: nobody would read, and no event would say so any more.
  if (ctx.res.closed) {
    ctx.respond = false
    return
  }
  const gone = new AbortController()
  const lines = new PassThrough({ highWaterMark: 64 * 1024 })
  const onClose = () => {
    if (!ctx.res.writableFinished) gone.abort(new Error('the client has gone'))
  }
  ctx.res.once('close', onClose)
  // Destroyed by Koa when the client goes: expected, and told through the signal.
  lines.on('error', () => gone.abort(new Error('the client has gone')))

  const started = Promise.withResolvers<void>()
  let begun = false
  const writer = turns.join()
  let pending = ''
  let soon: NodeJS.Immediate | null = null
  const flush = () => {
    if (soon) clearImmediate(soon)
    soon = null
    if (pending && !lines.destroyed) lines.write(pending)
    pending = ''
  }
  const send = async (record: unknown) => {
    begun = true
    started.resolve()
    await writer.run(() => {
      pending += `${JSON.stringify(record)}\n`
      if (pending.length >= CHUNK_CHARS) flush()
      else soon ??= setImmediate(flush)
    })
    if (lines.writableNeedDrain) await once(lines, 'drain', { signal: gone.signal })
  }
  const out: RecordStream = {
    signal: gone.signal,
    write: async (record) => {
      gone.signal.throwIfAborted()
      await send(record)
    },
    breakOff() {
      gone.abort(new Error('the answer was broken off'))
      ctx.res.destroy()
    },
  }
  const finished = produce(out).catch(async (error: unknown) => {
    if (!begun) throw error
    if (gone.signal.aborted) return
    const { message, code } = presentError(error)
    ctx.state.log.error({ err: error }, 'a stream failed after its start')
    await send({ type: 'error', message, code, requestId: ctx.state.requestId })
  })
  await Promise.race([started.promise, finished])

  ctx.status = 200
  ctx.type = NDJSON
  ctx.set('Cache-Control', 'no-store')
  // Not among the types that are compressed by default.
  ctx.compress = true
  // Tells buffering proxies to pass each line on.
  ctx.set('X-Accel-Buffering', 'no')
  ctx.body = lines
  finished
    .catch((error: unknown) => ctx.state.log.error({ err: error }, 'a stream could not be ended'))
    .finally(() => {
      flush()
      lines.end()
    })
}
