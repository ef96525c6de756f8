import type { ShellApi } from '@propsight/shared/contracts'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { ComparePart, DetailPart, KeysPart, SheetPart } from '../app/board-parts.tsx'
import { BoardPart, RecordPart } from '../app/dashboard-parts.tsx'
import { Root } from '../app/root.tsx'
import { type FakeServer, fakeServer } from './fake-server.ts'
import { fakeShell } from './fake-shell.ts'

// jsdom does not implement scrolling.
for (const name of ['scrollTo', 'scrollBy'] as const) window[name] = () => undefined
Element.prototype.scrollIntoView = () => undefined
// jsdom does not implement modal dialogs.
HTMLDialogElement.prototype.showModal = function open() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

// Preloads the lazy parts, as a browser does before the user clicks Analyze.
await Promise.all(
  [BoardPart, RecordPart, DetailPart, KeysPart, ComparePart, SheetPart].map((part) => part.preload()),
)

/** Renders the Dashboard with a fake shell and a scripted server. */
export function openDashboard(script: Parameters<typeof fakeServer>[0], search = '') {
  const server: FakeServer = fakeServer(script)
  const host = fakeShell(server.api)
  host.location.set({ path: '/', search })
  const user = userEvent.setup()
  const view = render(<Root shell={host.shell} />)
  return {
    ...host,
    server,
    user,
    view,
    analyze: () => user.click(screen.getByRole('button', { name: /^Analyze/ })),
    /** Waits until the progress bar has this label, and returns its percent. */
    says: (label: string) =>
      waitFor(() => {
        const progress = screen.getByRole('progressbar')
        if (progress.getAttribute('aria-label') !== label) throw new Error(`says ${progress.ariaLabel}`)
        return Number(progress.getAttribute('aria-valuenow'))
      }),
    /** Simulates a page reload: only browser storage and the state of the fake server survive. */
    reload: () => {
      view.unmount()
      const again = fakeShell(server.api)
      const shell: ShellApi = { ...again.shell, supabase: host.shell.supabase }
      render(<Root shell={shell} />)
      return again
    },
  }
}

/** Player names on the board in display order, top cards first. */
export const names = (): string[] =>
  [...document.querySelectorAll('[data-card] [data-open]')].map((name) => name.textContent ?? '')
