import { RouterContent } from '@propsight/shared/client'
import { acceptsContract, routePatternsOf } from '@propsight/shared/contracts'
import { Button, Dialog, ErrorState, Skeleton, ToastRegion } from '@propsight/shared/ui'
import { Component, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { Route, Routes } from 'react-router-dom'
import type { Report } from '../../messages.ts'
import type { ScriptedShell } from '../../shell/create-scripted-shell.ts'
import { declaration } from '../page-options.ts'
import remote from '../slots/remote.ts'

interface Props {
  children: ReactNode
  report: Report
}

/** Error boundary for errors of the remote while rendering, like the shell's. */
export class Boundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: unknown): void {
    this.props.report({ kind: 'error', message: error instanceof Error ? error.message : String(error) })
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <div className="u-page">
        <ErrorState
          icon="plug"
          title="The remote threw while it rendered"
          onRetry={() => this.setState({ error: null })}
          note={this.state.error.message}
        >
          In the shell the visitor gets the release before, or a panel like this one.
        </ErrorState>
      </div>
    )
  }
}

interface HostProps {
  host: ScriptedShell
  report: Report
}

/** Returns why the shell would refuse the remote; null if it would accept it. */
function describeMismatch({ contract, name }: typeof remote, host: string): string | null {
  if (name !== declaration.name) return `remote.json says '${declaration.name}', src/remote.ts '${name}'`
  if (contract !== declaration.contract)
    return `remote.json says contract ${declaration.contract}, src/remote.ts ${contract}`
  return acceptsContract(host, contract) ? null : `The shell speaks contract ${host}, not ${contract}`
}

/**
 * Renders the remote at its placement, inside the router: as a page, or in a dialog for an overlay. It stays
 * mounted at every address, also where the shell would show another remote.
 */
export function Host(props: HostProps) {
  const placed = <Placed {...props} />
  return (
    <RouterContent router={props.host.router}>
      <Routes>
        {routePatternsOf(declaration.placement).map((path) => (
          <Route key={path} path={path} element={placed} />
        ))}
        <Route path="*" element={placed} />
      </Routes>
    </RouterContent>
  )
}

function Placed({ host, report }: HostProps) {
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
            <RemoteFrame host={host} report={report} />
          </Dialog>
        </>
      ) : (
        <main>
          <RemoteFrame host={host} report={report} />
        </main>
      )}
      <ToastRegion toasts={toasts} onDismiss={host.toasts.dismiss} />
    </>
  )
}

function RemoteFrame({ host: { shell }, report }: HostProps) {
  const refused = describeMismatch(remote, shell.contract)
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
