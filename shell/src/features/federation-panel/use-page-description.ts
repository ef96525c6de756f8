import { useSyncExternalStore } from 'react'
import { loadLog } from '../../loader/load-log.ts'
import { useRegistry } from '../../loader/use-registry.ts'
import { describePage, type PageDescription } from './describe-page.ts'
import { readShared } from './read-shared.ts'
import { pageServerTiming, transferFrom } from './read-timings.ts'

/** Content of the panel; updates when a remote loads or the registry changes. */
export function usePageDescription(): PageDescription {
  const state = useRegistry()
  const log = useSyncExternalStore(loadLog.subscribe, loadLog.get)
  return describePage({
    state,
    shell: import.meta.env?.BUILD_VERSION ?? 'unbuilt',
    log,
    shared: readShared(),
    serverTiming: pageServerTiming(),
    transferOf: transferFrom,
  })
}
