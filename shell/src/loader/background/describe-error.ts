import { isApiError } from '@propsight/shared/client'
import {
  type ClientError,
  MAX_ERROR_TEXT_CHARS,
  PRICING_PATH,
  pathsOf,
  type Registry,
  SCANNER_PATH,
  scrubErrorText,
} from '@propsight/shared/contracts'
import { releaseNamedIn } from '../release-records.ts'

/** Equals `MAX_ERROR_FRAMES` of the contract. */
const MAX_FRAMES = 12
/** Frames in bundle files, in the stack formats of all browsers. Ignores a query such as `?r=1`. */
const FRAME = /\/bundles\/([\w.-]+\/[\w.-]+\/[\w./~-]+\.js)(?:\?[^:\s)]*)?(:\d{1,7}:\d{1,7})/g
/**
 * Messages that are no errors of this product: a ResizeObserver loop, and errors in scripts of another
 * origin.
 */
const NOISE = /^(ResizeObserver loop|Script error)/

/** Stack frames in bundle files, newest call first. */
const framesOf = (stack: string): string[] =>
  [...stack.matchAll(FRAME)].slice(0, MAX_FRAMES).map(([, file, place]) => `${file}${place}`)

/** The declared path of the screen; '/' for any other path, which may contain user input. */
export function routePattern(registry: Registry | null, path: string): string {
  const wanted = path.toLowerCase().replace(/\/+$/, '') || '/'
  const declared = [
    SCANNER_PATH,
    PRICING_PATH,
    ...(registry?.remotes ?? []).flatMap(({ placement }) => pathsOf(placement)),
  ]
  return declared.includes(wanted) ? wanted : '/'
}

const remoteOf = (release: string | null): ClientError['remote'] => {
  const at = release?.indexOf('@') ?? -1
  return release && at > 0 ? { name: release.slice(0, at), version: release.slice(at + 1) } : undefined
}

type Told = Pick<ClientError, 'name' | 'message' | 'frames' | 'remote' | 'requestId'>

/**
 * Describes a thrown value for an error report: class, text without user input, and frames in our bundles.
 * Null for errors that do not come from this product: an aborted request, an error of a browser extension.
 * @param known true when the error certainly comes from this product, whatever its stack contains
 */
export function describeError(thrown: unknown, known: boolean): Told | null {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : null
  if (thrown == null || (thrown instanceof Error && thrown.name === 'AbortError')) return null
  const text = thrown instanceof Error ? thrown.message : typeof thrown === 'string' ? thrown : typeof thrown
  if (NOISE.test(text)) return null
  const stack = (thrown instanceof Error && (cause?.stack ?? thrown.stack)) || ''
  const frames = framesOf(stack)
  if (!known && frames.length === 0) return null
  const name = (cause ?? (thrown instanceof Error ? thrown : null))?.name ?? 'Thrown'
  const remote = remoteOf(releaseNamedIn(stack))
  const requestId = isApiError(thrown) ? thrown.requestId : isApiError(cause) ? cause.requestId : null
  return {
    name: /^[A-Za-z]\w{0,60}$/.test(name) ? name : 'Error',
    message: scrubErrorText(text).slice(0, MAX_ERROR_TEXT_CHARS),
    frames,
    ...(remote && { remote }),
    ...(requestId && { requestId }),
  }
}
