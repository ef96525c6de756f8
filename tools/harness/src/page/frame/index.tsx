import '@propsight/shared/ui/base.css'
import { RouterContent } from '@propsight/shared/client'
import { acceptsContract, routePatternsOf } from '@propsight/shared/contracts'
import { Button, Dialog, ErrorState, Skeleton, ToastRegion } from '@propsight/shared/ui'
import { Component, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { Route, Routes } from 'react-router-dom'
import type { Report } from '../../messages.ts'
import { type FromFrame, type LogEntry, toFrameSchema } from '../../messages.ts'
import { createScriptedShell, isShownAt, type ScriptedShell } from '../../shell/create-scripted-shell.ts'
import { declaration, readOptions } from '../page-options.ts'
import answers from '../slots/answers.ts'
import remote from '../slots/remote.ts'

interface Props {
  children: ReactNode
  report: Report
}

/** Error boundary for errors of the remote while rendering, like the shell's. */
class Boundary extends Component<Props, { error: Error | null }> {
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

/**
 * Makes the page appear offline to libraries that check `navigator.onLine` or listen to the `offline` event.
 */
export function goOffline(page: Window): void {
  Object.defineProperty(page.navigator, 'onLine', { configurable: true, get: () => false })
  page.addEventListener('load', () => page.dispatchEvent(new Event('offline')), { once: true })
}

/** Polling interval for unsaved work, in milliseconds: its checks are functions without change events. */
const POLL_MS = 400

/** Creates the sender of log entries and of the host's state to the toolbar page around the frame. */
export function createReporter(page: Window) {
  const send = (message: FromFrame) => page.parent.postMessage(message, page.location.origin)
  return {
    log: (entry: LogEntry) => send({ harness: 'log', entry }),
    follow({ location, account, unsaved, placement }: ScriptedShell): void {
      let last = ''
      const sendState = () => {
        const { path, search } = location.get()
        const state: FromFrame = {
          harness: 'state',
          address: path + search,
          stays: isShownAt(placement, path),
          unsaved: unsaved.read(),
          credits: account.credits.get(),
        }
        const text = JSON.stringify(state)
        if (text === last) return
        last = text
        send(state)
      }
      location.subscribe(sendState)
      account.credits.subscribe(sendState)
      setInterval(sendState, POLL_MS)
      sendState()
    },
  }
}

const { scenario, theme } = readOptions(location.search)
document.documentElement.dataset.theme = theme
document.title = `${declaration.placement.title} alone`
if (scenario === 'offline') goOffline(window)

const reporter = createReporter(window)
const host = createScriptedShell({
  scenario,
  answers,
  declared: declaration.config,
  placement: declaration.placement,
  report: reporter.log,
})
reporter.follow(host)
addEventListener('error', (event) => reporter.log({ kind: 'error', message: event.message }))
addEventListener('unhandledrejection', ({ reason }) =>
  reporter.log({ kind: 'error', message: reason instanceof Error ? reason.message : String(reason) }),
)

const root = createRoot(document.body.appendChild(document.createElement('div')))
let mounts = 0
const draw = () => root.render(<Host key={mounts} host={host} report={reporter.log} />)
addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== location.origin) return
  const message = toFrameSchema.safeParse(event.data)
  if (!message.success) return
  const { harness: what } = message.data
  if (what === 'back') void host.router.navigate(-1)
  else if (what === 'remount') mounts += 1
  else document.documentElement.dataset.theme = what
  draw()
})
draw()
