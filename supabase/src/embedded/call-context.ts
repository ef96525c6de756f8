import { AsyncLocalStorage } from 'node:async_hooks'
import { AWAY } from './postgres-error.ts'
import { withoutValues } from './without-values.ts'

/** State of the current request. */
export interface CallContext {
  /** Redirect target that the client requested, for links in mails. */
  redirectTo: string | null
  log: (message: string) => void
  /** The database error, which the auth service does not pass on. */
  failure?: { code: string; message: string }
}

export const callContext = new AsyncLocalStorage<CallContext>()

/**
 * Keeps the refusal of a database rule (`PTxxx`) for the response; the service drops it without printing it.
 */
export function noteRefusal(error: unknown): void {
  const call = callContext.getStore()
  if (!call || call.failure || !(error instanceof Error) || !('code' in error)) return
  const { code, message } = error
  if (typeof code === 'string' && /^PT\d{3}$/.test(code)) call.failure = { code, message }
}

let quiet = false

/**
 * Replaces `console.error`, to which the data service prints every failed statement with its stack and row
 * values. During a request, such output becomes one line in the request's log, and the error is kept for the
 * response. All other output is printed unchanged.
 */
export function quietConsole(): void {
  if (quiet) return
  quiet = true
  const print = console.error
  console.error = (...parts: unknown[]) => {
    const call = callContext.getStore()
    if (!call) return print(...parts)
    const error = parts.find((part) => part instanceof Error)
    if (!error) return call.log(`data service: ${withoutValues(parts.map(String).join(' ')).slice(0, 500)}`)
    const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
    const message = error.message.split('\n', 1)[0] ?? ''
    // Once the database is down, consequences such as missing tables must not replace the cause.
    if (!AWAY.test(call.failure?.code ?? '')) call.failure = { code, message }
    call.log(`data service: ${code} ${withoutValues(message)}`)
  }
}
