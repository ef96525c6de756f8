import type { LogEntry } from '../../log.ts'
import type { FromFrame } from '../../messages.ts'
import type { ScriptedShell } from '../../shell/create-scripted-shell.ts'
import { staysAt } from '../../shell/memory-location.ts'

/** Polling interval for unsaved work, in milliseconds: its checks are functions without change events. */
const LOOK_MS = 400

/** Creates the sender of log entries and of the host's state to the toolbar page around the frame. */
export function createTeller(page: Window) {
  const send = (message: FromFrame) => page.parent.postMessage(message, page.location.origin)
  return {
    log: (entry: LogEntry) => send({ harness: 'log', entry }),
    follow({ location, account, unsaved, placement }: ScriptedShell): void {
      let last = ''
      const look = () => {
        const { path, search } = location.get()
        const state: FromFrame = {
          harness: 'state',
          address: path + search,
          stays: staysAt(placement, path),
          unsaved: unsaved.read(),
          credits: account.credits.get(),
        }
        const text = JSON.stringify(state)
        if (text === last) return
        last = text
        send(state)
      }
      location.subscribe(look)
      account.credits.subscribe(look)
      setInterval(look, LOOK_MS)
      look()
    },
  }
}
