import { createScriptedShell, type RemoteAnswers, type ScenarioName } from '@propsight/harness'
import { type OddsResponse, oddsQuery, type StartRunBody, startRunBody } from '@propsight/shared/contracts'
import { analysisCost } from '@propsight/shared/domain'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'
import { Root } from '../app/root.tsx'
import { aBoard, aProp, NOW } from './board-fixture.ts'

const HALF_HOUR_MS = 1_800_000
const RUN_ID = '6f9619ff-8b86-4d01-b42d-00c04fc964ff'

/** What the fake server answers; a test may change it between requests. */
export interface ServerScript {
  board: OddsResponse | Response
  /** The board of another sport. */
  otherBoard: OddsResponse
  /** The board with the probabilities of a run. */
  runBoard: OddsResponse | Response
  /** Refuses the start of a run. */
  runRefusal: Response | null
  history: unknown
  /** The user's stars at the start. */
  stars: Record<string, unknown>[]
  /** Refuses to store stars. */
  refuseStar: (() => Response) | null
  /** Refuses to read the stars. */
  refuseStars: (() => Response) | null
}

interface OpenOptions {
  search?: string
  scenario?: ScenarioName
  credits?: number
  /** Markets of live runs that the user paid for on the Dashboard. */
  paid?: readonly string[]
  /** The open sports; baseball only if absent. */
  sports?: string[]
  script?: Partial<ServerScript>
}

/** Opens the scanner over a fake server, and records the requests and navigations. */
export function openScanner({
  search = '',
  scenario = 'signed-in',
  credits = 20,
  paid = [],
  sports,
  script = {},
}: OpenOptions = {}) {
  const server: ServerScript = {
    board: aBoard([aProp('p')]),
    otherBoard: aBoard([]),
    runBoard: aBoard([aProp('p')]),
    runRefusal: null,
    history: { propId: 'p', changes: [] },
    stars: [],
    refuseStar: null,
    refuseStars: null,
    ...script,
  }
  const requests = { odds: [] as (string | null)[], runs: [] as StartRunBody[], history: [] as string[] }
  const charged = new Set<string>()
  const answers: RemoteAnswers = {
    address: `/scanner${search}`,
    dataSource: { kind: 'sample', label: 'Sample data', today: '2026-07-18', season: 2026, sports },
    profile: { credits },
    tables: {
      starred_props: () => server.stars,
      runs: () =>
        paid.map((category, at) => ({
          id: `6f9619ff-8b86-4d01-b42d-00c04fc964${at + 10}`,
          category,
          feature: 'quick',
          state: 'captured',
          expires_at: new Date(NOW + HALF_HOUR_MS - at).toISOString(),
        })),
    },
    refuseData: ({ method, table }) => {
      if (method !== 'GET') return server.refuseStar?.()
      return table === 'starred_props' ? server.refuseStars?.() : undefined
    },
    api: {
      'GET /api/odds': ({ query }) => {
        const { runId = null, after, sport } = oddsQuery.parse(query)
        requests.odds.push(runId)
        const prices = sport === 'MLB' ? server.board : server.otherBoard
        const answer = runId === null ? prices : server.runBoard
        if (answer instanceof Response) return answer.clone()
        const { events: _, books: __, props: ___, ...unchanged } = answer
        return after !== undefined && after === answer.version ? unchanged : answer
      },
      'GET /api/odds/history': ({ query }) => {
        requests.history.push(query.propId ?? '')
        return server.history
      },
      'POST /api/runs': ({ body, spend }) => {
        const parsed = startRunBody.parse(body)
        requests.runs.push(parsed)
        if (server.runRefusal) return server.runRefusal.clone()
        if (!charged.has(parsed.idempotencyKey)) spend(analysisCost(parsed.category))
        charged.add(parsed.idempotencyKey)
        return { runId: RUN_ID, expiresAt: new Date(NOW + HALF_HOUR_MS).toISOString() }
      },
    },
  }
  const navigations: { to: string; replace: boolean }[] = []
  const host = createScriptedShell({
    scenario,
    answers,
    slowMs: 50,
    placement: { mount: 'tab', path: '/scanner', title: 'AI Odds Scanner', order: 3, icon: 'scanner' },
    report: (entry) => {
      if (entry.kind === 'navigate') navigations.push({ to: entry.to, replace: entry.replace })
    },
  })
  host.shell.queryClient.setDefaultOptions({ queries: { retry: false } })
  const view = render(<Root shell={host.shell} />)
  // The tests have a fixed time, so that user events advance it themselves.
  const user = userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms) })
  return { ...host, server, requests, navigations, view, user }
}

/** The props of `BOARD`. */
export const PROPS = [
  aProp('villareal'),
  aProp('ibanez', { player: 'José Ibáñez Jr.', stat: 'Hits', eventId: 'two', team: 'NYY' }),
  aProp('holloway', { player: 'Dax Holloway', stat: 'Hits' }),
]
export const BOARD = aBoard(PROPS)

/** Texts of the collapsed props. */
export const names = () =>
  screen.queryAllByRole('button', { expanded: false, name: /, / }).map(({ textContent }) => textContent)
export const nameOf = (player: string) => screen.findByRole('button', { name: new RegExp(`^${player}`) })
export const rowOf = async (player: string) => {
  const row = (await nameOf(player)).closest('tr')
  if (!row) throw new Error('no row')
  return within(row)
}

/** Starts each test of a file at `NOW`, and with empty storages. */
export function fixTime(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
    Element.prototype.scrollIntoView = vi.fn()
  })
  afterEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    vi.useRealTimers()
  })
}
