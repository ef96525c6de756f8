import type { Line, ShellApi } from '@propsight/shared/contracts'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import {
  ComparePart,
  DetailPart,
  FilterSheetPart,
  KeyListPart,
  MarketTablePart,
} from '../app/board-parts.tsx'
import { BoardPart, SettingsPart, TrackRecordPart } from '../app/dashboard-parts.tsx'
import { Root } from '../app/root.tsx'
import { answeredLines, aRun, type FakeServer, fakeServer } from './fake-server.ts'
import { openShell } from './open-shell.ts'
import { aBatter, aForecast, aLine, end, start } from './players.ts'

const GOOD = [2, 0, 4, 2, 3, 2, 5, 1, 2, 4]
const BAD = [0, 1, 2, 1, 0, 1, 0, 1, 0, 0]

export const BOARD_LINES: Line[] = [
  aLine({ name: 'José Ramírez', line: 0.5, team: 'SEA', homeAway: 'HOME', opponent: 'TEX' }),
  aLine({ name: "Mack O'Neill", line: 1.5, team: 'SEA', homeAway: 'HOME', opponent: 'TEX' }),
  aLine({
    name: 'Cal Whitlock',
    line: 1.5,
    team: 'SEA',
    homeAway: 'AWAY',
    opponent: 'LAD',
    gameTime: '2026-07-19T02:10:00Z',
  }),
  aLine({
    name: 'New Face',
    line: 0.5,
    team: 'SEA',
    homeAway: 'AWAY',
    opponent: 'LAD',
    gameTime: '2026-07-19T02:10:00Z',
  }),
]

/**
 * Probabilities of the calls: over 0.5 81%, under 1.5 72%, under 1.5 64%, over 0.5 55% (with four games
 * only).
 */
export const BOARD_LOGS = [
  start(4),
  aBatter('José Ramírez', GOOD, { forecasts: [aForecast('Hits', 0.81, 0.4)], engine: '2026.11.22' }),
  aBatter("Mack O'Neill", BAD, { forecasts: [aForecast('Hits', 0.6, 0.28)], engine: '2026.11.22' }),
  aBatter('Cal Whitlock', BAD, { forecasts: [aForecast('Hits', 0.65, 0.36)], engine: '2026.11.22' }),
  aBatter('New Face', [1, 0, 2, 1], { forecasts: [aForecast('Hits', 0.55, 0.2)], engine: '2026.11.22' }),
  end(4),
]

/** Server script of a board with four ranked lines of two games. */
export const BOARD = {
  '/api/runs': [aRun],
  '/api/fetch-lines': [answeredLines(...BOARD_LINES)],
  '/api/game-logs': [BOARD_LOGS],
}

/** Opens the Dashboard and analyzes `BOARD`. @param script overrides or extends `BOARD` */
export async function openBoard(script: Parameters<typeof openDashboard>[0] = {}, search = '') {
  const page = openDashboard({ ...BOARD, ...script }, search)
  await page.analyze()
  await page.says('Complete!')
  return page
}

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
  [
    BoardPart,
    SettingsPart,
    TrackRecordPart,
    DetailPart,
    KeyListPart,
    ComparePart,
    FilterSheetPart,
    MarketTablePart,
  ].map((part) => part.preload()),
)

/** Renders the Dashboard with a fake shell and a scripted server. */
export function openDashboard(
  script: Parameters<typeof fakeServer>[0],
  search = '',
  extensions: Parameters<typeof openShell>[2] = {},
  paidRuns: Parameters<typeof openShell>[3] = [],
  sports?: string[],
) {
  const server: FakeServer = fakeServer({
    '/api/sync-picks': [{ success: true, added: [], gone: [] }],
    ...script,
  })
  const host = openShell(server.api, search, extensions, paidRuns, sports)
  const user = userEvent.setup()
  const view = render(<Root shell={host.shell} />)
  return {
    ...host,
    server,
    user,
    view,
    /** Opens the settings, checks an option of a group, and closes them. */
    choose: async (group: string, name: string) => {
      await user.click(screen.getByRole('button', { name: /^Settings: / }))
      const options = within(screen.getByRole('dialog', { name: 'Settings' }))
      await user.click(within(options.getByRole('radiogroup', { name: group })).getByRole('radio', { name }))
      await user.click(options.getByRole('button', { name: 'Done' }))
    },
    analyze: () => user.click(screen.getByRole('button', { name: /^Analyze/ })),
    /** Waits until the progress bar has this label, and returns its percent. */
    says: (label: string) =>
      waitFor(() => {
        const progress = screen.getByRole('progressbar')
        if (progress.getAttribute('aria-label') !== label)
          throw new Error(`The progress bar says '${progress.ariaLabel}'`)
        return Number(progress.getAttribute('aria-valuenow'))
      }),
    /** Simulates a page reload: only browser storage and the state of the fake server survive. */
    reload: () => {
      view.unmount()
      const again = openShell(server.api)
      const shell: ShellApi = { ...again.shell, supabase: host.shell.supabase }
      render(<Root shell={shell} />)
      return again
    },
  }
}

/** Player names on the board in display order, top cards first. */
export const names = (): string[] =>
  [...document.querySelectorAll('[data-card] [data-open]')].map((name) => name.textContent ?? '')
