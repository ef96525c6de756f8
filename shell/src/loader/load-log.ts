import { createValue } from '@propsight/shared/client'
import type { Readable } from '@propsight/shared/contracts'
import type { RemoteError, RemoteErrorKind } from './remote-error.ts'

/** How one release of one remote loaded on this page. */
export interface LoadRecord {
  name: string
  version: string
  state: 'loading' | 'loaded' | 'failed'
  /** What failed; only with `failed`. */
  kind?: RemoteErrorKind
  error?: RemoteError
  /** Milliseconds from asking for the release to its module being there, or to the failure; 0 while it loads. */
  ms: number
  /** When it was asked for, in milliseconds since the page began (`performance.now()`). */
  at: number
  /** The version in whose place it was loaded, where it is a fallback. */
  fallbackOf?: string
}

/** A page that stays open through many deploys keeps the newest. */
const MOST = 60

const records = createValue<readonly LoadRecord[]>([])

/** What loaded and what failed on this page, oldest first: one record per release. */
export const loadLog: Readable<readonly LoadRecord[]> = records

/** Says how a load stands; the release's record of before gives way. */
export function noteLoad(record: LoadRecord): void {
  const { name, version } = record
  const others = records.get().filter((other) => other.name !== name || other.version !== version)
  records.set([...others, record].slice(-MOST))
}
