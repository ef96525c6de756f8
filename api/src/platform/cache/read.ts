/** One answer of an outside service, with how old it is. */
export interface Read<T> {
  value: T
  /** When the service gave it, ISO 8601. */
  readAt: string
  ageSeconds: number
  /** The service could not be read again since, though it was due. */
  stale: boolean
}
