import { contractAccepts } from '@propsight/shared/contracts'
import { Button, Dialog, ErrorState, Skeleton, ToastRegion } from '@propsight/shared/ui'
import { Suspense, useState, useSyncExternalStore } from 'react'
import type { Report } from '../../log.ts'
import type { ScriptedShell } from '../../shell/create-scripted-shell.ts'
import { declaration } from '../page-options.ts'
import remote from '../slots/remote.ts'
import { Boundary } from './boundary.tsx'

interface HostProps {
  host: ScriptedShell
  report: Report
}

/** Returns why the shell would refuse the remote; null if it would accept it. */
function misfit({ contract, name }: typeof remote, host: string): string | null {
  if (name !== declaration.name) return `remote.json says '${declaration.name}', src/remote.ts '${name}'`
  if (contract !== declaration.contract)
    return `remote.json says contract ${declaration.contract}, src/remote.ts ${contract}`
  return contractAccepts(host, contract) ? null : `The shell speaks contract ${host}, not ${contract}`
}

/** Renders the remote at its placement: as a page, or in a dialog for an overlay. */
export function Host({ host, report }: HostProps) {
  const toasts = useSyncExternalStore(host.toasts.shown.subscribe, host.toasts.shown.get)
  const [open, setOpen] = useState(true)
  const { mount, title } = declaration.placement
  const close = () => {
    setOpen(false)
    report({ kind: 'closed' })
  }
  return (
    <>
      {mount === 'overlay' ? (
        <>
          <div className="u-page">
            <Button onClick={() => setOpen(true)}>Open {title}</Button>
          </div>
          <Dialog open={open} onClose={close} title={title} size="full">
            <Contained host={host} report={report} />
          </Dialog>
        </>
      ) : (
        <main>
          <Contained host={host} report={report} />
        </main>
      )}
      <ToastRegion toasts={toasts} onDismiss={host.toasts.dismiss} />
    </>
  )
}

function Contained({ host: { shell }, report }: HostProps) {
  const refused = misfit(remote, shell.contract)
  if (refused) {
    return (
      <div className="u-page">
        <ErrorState icon="plug" title="The shell would refuse this remote">
          {refused}
        </ErrorState>
      </div>
    )
  }
  const { Root } = remote
  return (
    <Boundary report={report}>
      <Suspense
        fallback={
          <section className="u-page" aria-busy="true" aria-label={`Loading ${declaration.placement.title}`}>
            <Skeleton width={180} height={28} />
          </section>
        }
      >
        <Root shell={shell} />
      </Suspense>
    </Boundary>
  )
}
