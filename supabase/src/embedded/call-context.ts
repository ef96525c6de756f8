import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReservedConnection } from './connection-pool.ts'
import { UNAVAILABLE } from './errors.ts'

/** Quoted parts of a database error: names of database objects, and values of the caller. */
const QUOTED =
  /(\b(?:column|relation|constraint|table|function|schema|policy|role) )?("[^"]*"?|'[^']*'?|\([^)]*\)?)/g

/**
 * Removes values, which may be secrets, from an error message for the log. Names of columns and tables
 * remain.
 */
export const redactValues = (sentence: string): string =>
  sentence.replace(QUOTED, (match, objectKind) => (objectKind === undefined ? '…' : match))

let areWarningsFixed = false

/**
 * Fixes process warnings. The data service wraps `process.emitWarning` in a function that expects text and
 * throws on an `Error`, which Node uses for many warnings (such as too many listeners). The warning would
 * then fail the code that caused it. Warnings that are errors bypass the wrapper and are emitted like Node
 * does.
 */
export function fixWarnings(): void {
  if (areWarningsFixed) return
  areWarningsFixed = true
  const wrapped = process.emitWarning
  const emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (typeof warning === 'string') Reflect.apply(wrapped, process, [warning, ...rest])
    else process.nextTick(() => process.emit('warning', warning))
  }
  process.emitWarning = emitWarning
}

/** State of the current request. */
export interface CallContext {
  /** Redirect target that the client requested, for links in mails. */
  redirectTo: string | null
  log: (message: string) => void
  /** The user of a table request, whose connections are limited; null for other requests. */
  owner?: string | null
  /** Called when the request starts and ends to wait: for the other requests of its owner, or in a queue. */
  onWait?: ((waits: boolean) => void) | undefined
  /** Connection of all statements of the request, with an open transaction; without it each statement reserves one. */
  connection?: ReservedConnection
  /** Secret of the reservation of a sign-up, empty if it has none; null for other requests. */
  reservation?: string | null
  /** The database error, which the auth service does not pass on. */
  failure?: { code: string; message: string }
}

export const callContext = new AsyncLocalStorage<CallContext>()

/**
 * Keeps the refusal of a database rule (`PTxxx`) for the response; the service drops it without printing it.
 */
export function keepRefusal(error: unknown): void {
  const call = callContext.getStore()
  if (!call || call.failure || !(error instanceof Error) || !('code' in error)) return
  const { code, message } = error
  if (typeof code === 'string' && /^PT\d{3}$/.test(code)) call.failure = { code, message }
}

let isCaptured = false

/**
 * Replaces `console.error`, to which the data service prints every failed statement with its stack and row
 * values. During a request, such output becomes one line in the request's log, and the error is kept for the
 * response. All other output is printed unchanged.
 */
export function captureConsoleErrors(): void {
  if (isCaptured) return
  isCaptured = true
  const print = console.error
  console.error = (...parts: unknown[]) => {
    const call = callContext.getStore()
    if (!call) return print(...parts)
    const error = parts.find((part) => part instanceof Error)
    if (!error) return call.log(`data service: ${redactValues(parts.map(String).join(' ')).slice(0, 500)}`)
    const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
    const message = error.message.split('\n', 1)[0] ?? ''
    // Once the database is down, consequences such as missing tables must not replace the cause.
    if (!UNAVAILABLE.test(call.failure?.code ?? '')) call.failure = { code, message }
    call.log(`data service: ${code} ${redactValues(message)}`)
  }
}
