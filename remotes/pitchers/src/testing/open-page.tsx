import { createScriptedShell, type RemoteAnswers } from '@propsight/harness'
import { render, screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import { Root } from '../app/root.tsx'
import { DATE, fakeServer, linesAnswer } from './fixtures.ts'

export const DAY = '/api/pitchers'
export const LINES = '/api/fetch-lines'
export const lines = ({ request }: { request: { query?: Record<string, unknown> } }) =>
  linesAnswer(request.query?.category)

/** Sets the width of the window that media queries see. */
export function windowOf(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width < Number.parseFloat(/max-width: ([\d.]+)/.exec(query)?.[1] ?? '0'),
    addEventListener() {},
    removeEventListener() {},
  }))
}

/** Clears the stored state and sets a window for tables. */
export function resetPage(): void {
  localStorage.clear()
  windowOf(1440)
}

type Extensions = NonNullable<RemoteAnswers['extensions']>

/** Renders the remote with the scripted answers of the API and the extensions of other remotes. */
export function open(script: Record<string, unknown[]>, extensions: Extensions = {}) {
  const server = fakeServer(script)
  const visited: string[] = []
  const { shell } = createScriptedShell({
    api: server.api,
    answers: { dataSource: { kind: 'sample', label: 'Sample', today: DATE, season: 2026 }, extensions },
    report: (entry) => entry.kind === 'navigate' && visited.push(entry.to),
  })
  const view = render(<Root shell={shell} />)
  return { server, visited, view }
}

export const table = (title: string) => screen.findByRole('table', { name: title })
export const K = 'Strongest to Weakest: Strikeouts'
export const HA = 'Strongest to Weakest: Hits Allowed'
export const done = () => screen.findByText(/^Numbers read/)
export const cardsOf = (title: string) =>
  within(screen.getByRole('region', { name: title })).queryAllByRole('listitem')
export const bodyRows = (of: HTMLElement) => within(of).getAllByRole('row').slice(1)
