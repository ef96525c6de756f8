import type { ShellApi } from '@propsight/shared/contracts'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { ComparePart, DetailPart, KeysPart, SheetPart } from '../app/board-parts.tsx'
import { BoardPart, RecordPart } from '../app/parts.tsx'
import { Root } from '../app/root.tsx'
import { type FakeServer, fakeServer } from './fake-server.ts'
import { fakeShell } from './fake-shell.ts'

// jsdom has no page to scroll.
for (const name of ['scrollTo', 'scrollBy'] as const) window[name] = () => undefined
Element.prototype.scrollIntoView = () => undefined
// Nor does it open dialogs.
HTMLDialogElement.prototype.showModal = function open() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

// A browser has fetched the parts long before anybody presses Analyze.
await Promise.all(
  [BoardPart, RecordPart, DetailPart, KeysPart, ComparePart, SheetPart].map((part) => part.preload()),
)

/** The Dashboard in a scripted host, and the hands of its user. */
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
    /** Resolves when the progress says this. */
    says: (label: string) =>
      waitFor(() => {
        const progress = screen.getByRole('progressbar')
        if (progress.getAttribute('aria-label') !== label) throw new Error(`says ${progress.ariaLabel}`)
        return Number(progress.getAttribute('aria-valuenow'))
      }),
    /** The page is left and opened again: only what the browser stores survives, and what the server kept. */
    reload: () => {
      view.unmount()
      const again = fakeShell(server.api)
      const shell: ShellApi = { ...again.shell, supabase: host.shell.supabase }
      render(<Root shell={shell} />)
      return again
    },
  }
}

/** Names on the board, top cards first, in their order. */
export const names = (): string[] =>
  [...document.querySelectorAll('[data-card] [data-open]')].map((name) => name.textContent ?? '')
