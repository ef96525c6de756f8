import '@propsight/shared/ui/base.css'
import { createRoot } from 'react-dom/client'
import { type FromFrame, type LogEntry, toFrameSchema } from '../../messages.ts'
import { createScriptedShell, isShownAt, type ScriptedShell } from '../../shell/create-scripted-shell.ts'
import { declaration, readOptions } from '../page-options.ts'
import answers from '../slots/answers.ts'
import { Host } from './host.tsx'

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
