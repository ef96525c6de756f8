import { type ApiCall, createScriptedShell, type RemoteAnswers } from '@propsight/harness'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Root } from '../app/root.tsx'

/** jsdom has the dialog element but not its methods. */
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false
}

type Scripts = NonNullable<RemoteAnswers['api']>

export const aCode = (code: string, more = {}) => ({
  code,
  uses_count: 3,
  max_uses: 10,
  reserved: 0,
  expires_at: null,
  notes: null,
  created_at: '2026-07-01T12:00:00Z',
  ...more,
})

/** Default answers: a session opened by key, and one code. A test adds or replaces what it needs. */
const OPENED: Scripts = {
  'GET /api/admin/session': () => ({ by: 'key', expiresAt: null }),
  'GET /api/admin/list-codes': () => ({ codes: [aCode('PRESS-BOX')], total: 1, next: null }),
}

/** Renders the admin screen in a scripted host; `user` is the user-event session. */
export function openAdmin(scripts: Scripts = {}, address = '/adminaccess') {
  const calls: ApiCall[] = []
  const recorded = Object.entries({ ...OPENED, ...scripts }).map(([name, script]) => [
    name,
    (call: ApiCall) => {
      calls.push(call)
      return script(call)
    },
  ])
  const host = createScriptedShell({ answers: { api: Object.fromEntries(recorded), address } })
  const user = userEvent.setup()
  const view = render(<Root shell={host.shell} />)
  return {
    ...host,
    user,
    view,
    /** The request bodies sent to a path, in order. */
    sent: (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body),
    requests: (path: string) => calls.filter((call) => call.path === path),
  }
}
