import { Button, Icon, IconButton } from '@propsight/shared/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import {
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
} from 'react'
import { STORAGE } from '../../config/storage-keys.ts'
import { loadLog } from '../../loader/load-log.ts'
import { retryRemote } from '../../loader/preload-remote.ts'
import { useRegistry } from '../../loader/use-registry.ts'
import { layerAtom } from '../../state/layer.ts'
import { developerQuery } from '../../state/override-api.ts'
import { tabStorage } from '../../state/safe-storage.ts'
import { useServices } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import styles from './federation-panel.module.css'
import {
  describePage,
  type PageDescription,
  pageServerTiming,
  RemotesTable,
  SharedTable,
  transferFrom,
} from './panel-tables.tsx'
import { readShared } from './read-shared.ts'

const SOURCE: Record<string, string> = {
  page: 'in the page',
  api: 'from the API',
  kept: 'kept in this browser',
}

export function PanelBody(): ReactElement {
  const services = useServices()
  const { store } = services
  const { registry, reload } = useRegistry()
  const user = useAtomValue(userAtom)
  const page = usePageDescription()
  const developer = useQuery({
    ...developerQuery(services, user?.id ?? ''),
    enabled: user !== null,
  })

  const retry = (name: string) => {
    const entry = registry?.remotes.find((each) => each.name === name)
    if (entry) retryRemote(entry)
  }
  const reloading = useMutation({ mutationFn: reload })
  const copy = async () => {
    const done = navigator.clipboard?.writeText(JSON.stringify(page, null, 2))
    const copied = await Promise.resolve(done ?? Promise.reject(new Error('no clipboard'))).then(
      () => true,
      () => false,
    )
    showToast(
      store,
      copied ? { message: 'Copied as JSON.' } : { message: 'This browser did not copy it.', tone: 'low' },
    )
  }
  return (
    <>
      <Facts page={page} />
      <RemotesTable
        remotes={page.remotes}
        // In development all remotes already run from this machine.
        developer={developer.data === true && process.env.NODE_ENV !== 'development'}
        onRetry={retry}
        onOverride={(name) => store.set(layerAtom, { kind: 'override', name, url: null })}
      />
      <SharedTable shared={page.shared} />
      <div className={styles.foot}>
        <Button busy={reloading.isPending} onClick={() => reloading.mutate()}>
          Reload registry
        </Button>
        <Button onClick={() => void copy()}>Copy as JSON</Button>
      </div>
    </>
  )
}

function Facts({ page }: { page: PageDescription }): ReactElement {
  const { registry, serverTiming, shell, newestShell } = page
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Shell</dt>
        <dd>
          {shell}
          {newestShell && newestShell !== shell && <span className="u-mid"> → {newestShell}</span>}
        </dd>
      </div>
      <div>
        <dt>Registry</dt>
        <dd>
          {SOURCE[registry.source ?? ''] ?? 'none'}
          {registry.error && <span className="u-low"> {registry.error}</span>}
        </dd>
      </div>
      <div>
        <dt>Server</dt>
        <dd>
          {serverTiming.length > 0
            ? serverTiming.map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms`).join(' · ')
            : '—'}
        </dd>
      </div>
    </dl>
  )
}

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

export interface FederationPanelProps {
  /** Whether the URL requests the panel. It then opens, also on later pages of the same browser tab. */
  requested: boolean
}

/**
 * Shows the federation state of this page to developers of remotes: in development, or with
 * `?debug=federation`. Rendered last in the page and folded to one button unless the URL requests it. Nothing
 * in it is announced automatically.
 */
export function FederationPanel({ requested }: FederationPanelProps): ReactElement | null {
  const [closed, setClosed] = useState(false)
  const [open, setOpen] = useState(requested || tabStorage.get(STORAGE.debug) === 'federation')
  const body = useId()
  useEffect(() => {
    if (requested) tabStorage.set(STORAGE.debug, 'federation')
  }, [requested])
  if (closed) return null

  const close = () => {
    tabStorage.set(STORAGE.debug, 'closed')
    setClosed(true)
  }
  const foldByKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    event.currentTarget.querySelector('button')?.focus()
  }
  return (
    <aside className={open ? styles.panel : styles.folded} aria-label="Federation" onKeyDown={foldByKey}>
      <header className={styles.header}>
        <Button
          variant="bare"
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'chevron-down' : 'plug'} />
          Federation
        </Button>
        {open && <IconButton icon="close" label="Close the federation panel" onClick={close} />}
      </header>
      {open && (
        <div id={body} className={styles.body}>
          <PanelBody />
        </div>
      )}
    </aside>
  )
}
