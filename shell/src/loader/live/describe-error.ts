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
import { releaseNamedIn } from '../release-assets.ts'

/** As `MAX_ERROR_FRAMES` of the contract. */
const MAX_FRAMES = 12
/** Places in bundles, in the stacks of every browser; a query (`?r=1`) is no part of a place. */
const FRAME = /\/bundles\/([\w.-]+\/[\w.-]+\/[\w./~-]+\.js)(?:\?[^:\s)]*)?(:\d{1,7}:\d{1,7})/g
/** Says nothing of ours: a box that was resized twice in a frame, and a script of another origin. */
const NOISE = /^(ResizeObserver loop|Script error)/

/** Where an error was thrown: files of bundles, newest call first. */
const framesOf = (stack: string): string[] =>
  [...stack.matchAll(FRAME)].slice(0, MAX_FRAMES).map(([, file, place]) => `${file}${place}`)

/** The screen by its declared path. Any other address is the main app, and may hold anything. */
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
 * What may be told of something that was thrown: its class, its text without what a person typed, and where in our
 * bundles. Null where it says nothing of this product: an aborted call, a browser extension's own error.
 * @param known true where it is certain that it is ours, whatever its stack says
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
