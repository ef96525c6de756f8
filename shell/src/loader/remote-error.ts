import type { LOAD_PHASES } from '@propsight/shared/contracts'

/**
 * A signal that aborts with a `TimeoutError` after `ms` milliseconds. Unlike `AbortSignal.timeout` it uses an
 * ordinary timer, which pauses with a frozen page and can be controlled by fake timers in tests.
 */
export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('no answer in time', 'TimeoutError')), ms)
  return controller.signal
}

/** Kind of a failure of a remote. Each kind has its own user text and its own count in the reports. */
export type RemoteErrorKind =
  | 'registry'
  | 'contract'
  | 'manifest'
  | 'entry'
  | 'timeout'
  | 'integrity'
  | 'shape'
  | 'exception'
  | 'render'

const SENTENCES: Record<RemoteErrorKind, string> = {
  registry: 'The list of parts could not be loaded.',
  contract: 'This part was made for another version of Propsight.',
  manifest: 'The description of this part did not load.',
  entry: 'The files of this part did not load.',
  timeout: 'This part did not answer in time.',
  integrity: 'The files of this part differ from the published ones and were not run.',
  shape: 'The loaded files are not a part of Propsight.',
  exception: 'This part failed to start because of its own error.',
  render: 'This part stopped because of its own error.',
}

/** The phase of a load in which each kind of failure occurs. */
const PHASES: Record<RemoteErrorKind, (typeof LOAD_PHASES)[number]> = {
  registry: 'registry',
  contract: 'check',
  manifest: 'download',
  entry: 'download',
  timeout: 'download',
  integrity: 'download',
  shape: 'evaluate',
  exception: 'evaluate',
  render: 'render',
}
export const phaseOf = (kind: RemoteErrorKind): (typeof LOAD_PHASES)[number] => PHASES[kind]

export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  readonly kind: RemoteErrorKind

  /** @param detail text for reports: release, file, status */
  constructor(kind: RemoteErrorKind, detail: string, options?: ErrorOptions) {
    super(detail, options)
    this.kind = kind
  }

  /** Sentence for the user. */
  get sentence(): string {
    return SENTENCES[this.kind]
  }
}

export const toRemoteError = (error: unknown, kind: RemoteErrorKind): RemoteError =>
  error instanceof RemoteError
    ? error
    : new RemoteError(kind, error instanceof Error ? error.message : String(error), { cause: error })
