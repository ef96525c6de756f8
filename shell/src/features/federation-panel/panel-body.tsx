import { Button } from '@propsight/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactElement, useState } from 'react'
import { retryRemote } from '../../loader/retry-remote.ts'
import { useRegistry } from '../../loader/use-registry.ts'
import { developerQuery } from '../../state/override-api.ts'
import { useServices } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { layerAtom } from '../../state/layer.ts'
import type { PageDescription } from './describe-page.ts'
import styles from './federation-panel.module.css'
import { RemotesTable } from './panel-tables.tsx'
import { SharedTable } from './shared-table.tsx'
import { usePageDescription } from './use-page-description.ts'

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
  const [busy, setBusy] = useState(false)
  const page = usePageDescription()
  const developer = useQuery({
    ...developerQuery(services, user?.id ?? ''),
    enabled: user !== null,
  })

  const retry = (name: string) => {
    const entry = registry?.remotes.find((each) => each.name === name)
    if (entry) retryRemote(entry)
  }
  const reloadRegistry = () => {
    setBusy(true)
    void reload().finally(() => setBusy(false))
  }
  const copy = async () => {
    const done = navigator.clipboard?.writeText(JSON.stringify(page, null, 2))
    const copied = await Promise.resolve(done ?? Promise.reject(new Error('no clipboard'))).then(
      () => true,
      () => false,
    )
    showToast(
      store,
      copied
        ? { message: 'Copied as JSON.' }
        : { message: 'This browser does not let a page copy here.', tone: 'low' },
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
        <Button busy={busy} onClick={reloadRegistry}>
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
