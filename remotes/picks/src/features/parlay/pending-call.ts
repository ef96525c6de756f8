import { type GenerateParlayBody, generateParlayBody } from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { PARLAY_CALL_KEY } from './parlay-state.ts'

/** After half an hour the server has released the credit hold, or the parlays are in Past Parlays. */
const PENDING_MS = 30 * 60_000

const pendingCallSchema = z.object({
  userId: z.string(),
  body: generateParlayBody,
  /** Whether a reload repeats the call: false after Cancel, Close or a displayed failure. */
  waiting: z.boolean(),
  /** Time of the first attempt, epoch milliseconds. */
  at: z.number(),
})
export type PendingCall = z.infer<typeof pendingCallSchema>

/**
 * Stores the unanswered call of this tab, so that it is repeated with the same idempotency key and charged
 * once.
 */
export function createPendingCallStore(storage: () => Storage, now: () => number) {
  // Without browser storage a retry on this page still finds its key in this copy.
  let memoryCopy: PendingCall | null = null
  const read = (): PendingCall | null => {
    try {
      const json = storage().getItem(PARLAY_CALL_KEY)
      const parsed = pendingCallSchema.safeParse(json === null ? null : JSON.parse(json))
      return parsed.success ? parsed.data : memoryCopy
    } catch {
      return memoryCopy
    }
  }
  const write = (call: PendingCall | null) => {
    memoryCopy = call
    try {
      if (call) storage().setItem(PARLAY_CALL_KEY, JSON.stringify(call))
      else storage().removeItem(PARLAY_CALL_KEY)
    } catch {
      // Without storage a reload loses the key. The parlays are still saved once and listed in Past Parlays.
    }
  }
  const find = (userId: string): PendingCall | null => {
    const call = read()
    return call && call.userId === userId && now() - call.at < PENDING_MS ? call : null
  }
  return {
    find,
    begin: (userId: string, body: GenerateParlayBody): void =>
      write({ userId, body, waiting: true, at: now() }),
    /** Sets whether a reload repeats the call. */
    wait: (userId: string, waiting: boolean): void => {
      const call = find(userId)
      if (call) write({ ...call, waiting })
    },
    /** Removes the call after its answer. */
    end: (): void => write(null),
  }
}
