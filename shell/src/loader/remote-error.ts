/** What went wrong with a remote: each kind is told in its own words, and counted apart. */
export type RemoteErrorKind =
  | 'registry'
  | 'contract'
  | 'manifest'
  | 'entry'
  | 'timeout'
  | 'integrity'
  | 'shape'
  | 'render'

const SENTENCES: Record<RemoteErrorKind, string> = {
  registry: 'The list of parts could not be read.',
  contract: 'This part was made for another version of Propsight.',
  manifest: 'The description of this part did not load.',
  entry: 'The files of this part did not load.',
  timeout: 'This part did not answer in time.',
  integrity: 'The files of this part are not the ones that were published, so they were not run.',
  shape: 'What was loaded is not a part of Propsight.',
  render: 'This part stopped because of an error of its own.',
}

export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  readonly kind: RemoteErrorKind

  /** @param detail for the reader of a report: which release, which file, which status */
  constructor(kind: RemoteErrorKind, detail: string, options?: ErrorOptions) {
    super(detail, options)
    this.kind = kind
  }

  /** One sentence for the person in front of the screen. */
  get sentence(): string {
    return SENTENCES[this.kind]
  }
}

export const toRemoteError = (error: unknown, kind: RemoteErrorKind): RemoteError =>
  error instanceof RemoteError
    ? error
    : new RemoteError(kind, error instanceof Error ? error.message : String(error), { cause: error })
