import { type GenerateParlayBody, generateParlayBody } from '@propsight/shared/contracts'
import * as z from 'zod'
import { PARLAY_CALL_KEY } from './parlay-flow.ts'

/** After half an hour the server has given the hold back, or the parlays lie in Past Parlays. */
const KEPT_MS = 30 * 60_000

const keptCallSchema = z.object({
  userId: z.string(),
  body: generateParlayBody,
  /** The screen waits for it: a reload asks again. Not once the user has turned away, or was shown a failure. */
  waiting: z.boolean(),
  /** When it was asked first, in milliseconds. */
  at: z.number(),
})
export type KeptCall = z.infer<typeof keptCallSchema>

/** The call whose answer this tab has not had, so that it is asked again under its own key and paid once. */
export function keptCall(storage: () => Storage, now: () => number) {
  // Where the browser keeps nothing, a retry on this screen still finds its key.
  let here: KeptCall | null = null
  const read = (): KeptCall | null => {
    try {
      const json = storage().getItem(PARLAY_CALL_KEY)
      const parsed = keptCallSchema.safeParse(json === null ? null : JSON.parse(json))
      return parsed.success ? parsed.data : here
    } catch {
      return here
    }
  }
  const write = (call: KeptCall | null) => {
    here = call
    try {
      if (call) storage().setItem(PARLAY_CALL_KEY, JSON.stringify(call))
      else storage().removeItem(PARLAY_CALL_KEY)
    } catch {
      // A reload would forget the key; the parlays are still saved once and listed in Past Parlays.
    }
  }
  const find = (userId: string): KeptCall | null => {
    const call = read()
    return call && call.userId === userId && now() - call.at < KEPT_MS ? call : null
  }
  return {
    find,
    begin: (userId: string, body: GenerateParlayBody): void =>
      write({ userId, body, waiting: true, at: now() }),
    /** The user turned away, or came back to it. */
    wait: (userId: string, waiting: boolean): void => {
      const call = find(userId)
      if (call) write({ ...call, waiting })
    },
    /** It is answered. */
    end: (): void => write(null),
  }
}
