import { AsyncLocalStorage } from 'node:async_hooks'
import { AWAY } from './postgres-error.ts'
import { withoutValues } from './without-values.ts'

/** What belongs to the call that is being answered. */
export interface CallContext {
  /** Where the client asked to be sent back to, for links in mails. */
  redirectTo: string | null
  log: (message: string) => void
  /** What the database said when it failed, which the auth service keeps to itself. */
  failure?: { code: string; message: string }
}

export const callContext = new AsyncLocalStorage<CallContext>()

/** Keeps a rule's refusal (`PTxxx`) for the answer, where the service would swallow it without printing it. */
export function noteRefusal(error: unknown): void {
  const call = callContext.getStore()
  if (!call || call.failure || !(error instanceof Error) || !('code' in error)) return
  const { code, message } = error
  if (typeof code === 'string' && /^PT\d{3}$/.test(code)) call.failure = { code, message }
}

let quiet = false

/**
 * The data service prints every failed statement with its stack, values of rows included, and tells nobody else.
 * Within its calls that becomes one line for the caller's log, and is kept for the answer; everything else is printed
 * as ever.
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
    // What follows from a database that is away, such as tables that cannot be found, explains nothing.
    if (!AWAY.test(call.failure?.code ?? '')) call.failure = { code, message }
    call.log(`data service: ${code} ${withoutValues(message)}`)
  }
}
