import { createWritableValue } from '@propsight/shared/client'
import type { Readable } from '@propsight/shared/contracts'
import type { RemoteError, RemoteErrorKind } from './remote-error.ts'

/** Outcome of loading one release on this page. */
export interface LoadRecord {
  name: string
  version: string
  state: 'loading' | 'loaded' | 'failed'
  /** Kind of the failure; only with `failed`. */
  kind?: RemoteErrorKind
  error?: RemoteError
  /** Identifies this load in reports and in the logs of the API: 32 hex digits. */
  trace: string
  /** Milliseconds from the request to the loaded module or to the failure; 0 while it loads. */
  ms: number
  /** Time of the request, in milliseconds since page start (`performance.now()`). */
  at: number
  /** For a fallback: the version that it replaces. */
  fallbackOf?: string
  /** With `loaded`: whether its first render is on the page. */
  isShown?: boolean
}

/** Records kept. A page that stays open through many deploys drops the oldest. */
const MAX_RECORDS = 60

const records = createWritableValue<readonly LoadRecord[]>([])

/** Loads of this page, oldest first, one record per release. */
export const loadLog: Readable<readonly LoadRecord[]> = records

/** Records the state of a load. Replaces the previous record of the release. */
export function recordLoad(record: LoadRecord): void {
  const { name, version } = record
  const others = records.get().filter((other) => other.name !== name || other.version !== version)
  records.set([...others, record].slice(-MAX_RECORDS))
}

/** Records that the first render of a loaded release is on the page. */
export function recordShown({ name, version }: Pick<LoadRecord, 'name' | 'version'>): void {
  const record = records.get().find((each) => each.name === name && each.version === version)
  if (record?.state === 'loaded' && !record.isShown) recordLoad({ ...record, isShown: true })
}
