import { ShellProvider } from '@propsight/shared/client'
import type { ApiRequest, GameLogRecord, Line, PlayerDetail } from '@propsight/shared/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import type { PlayerDetailProps } from '../features/detail/detail-props.ts'
import { PlayerDetail as Detail } from '../features/detail/player-detail.tsx'
import { rankBoard } from '../state/rank-board.ts'
import { IDLE, playerKey } from '../state/run.ts'
import { answeredLines, fakeServer } from './fake-server.ts'
import { openShell } from './open-shell.ts'

export const RUN_ID = '00000000-0000-4000-8000-00000000000a'

/** Renders one component with a fake shell and a scripted server, without the Dashboard. */
export function renderInShell(element: ReactElement, script: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer(script)
  const host = openShell(server.api)
  const inHost = (child: ReactElement) => (
    <QueryClientProvider client={host.shell.queryClient}>
      <ShellProvider shell={host.shell}>{child}</ShellProvider>
    </QueryClientProvider>
  )
  const view = render(inHost(element))
  return {
    ...host,
    server,
    user: userEvent.setup(),
    rerender: (next: ReactElement) => view.rerender(inHost(next)),
  }
}

type Answered = PlayerDetailProps['record']

/** The ranked cards of a record and its lines. */
export function cardsOf(record: GameLogRecord, lines: readonly Line[]) {
  const run = {
    ...IDLE,
    phase: 'complete' as const,
    lines: answeredLines(...lines),
    records: new Map([[playerKey(record as Answered), record as Answered]]),
  }
  return rankBoard(run, { window: 10, books: null }, 'All').ranked
}

/** Opens the detail view of a player on the first of these lines. */
export function openDetail(
  record: GameLogRecord,
  lines: readonly Line[],
  answer: PlayerDetail | Error | ((call: { request: ApiRequest }) => unknown),
  more: Partial<PlayerDetailProps> = {},
  whatIf: readonly unknown[] = [],
) {
  const cards = cardsOf(record, lines)
  const card = cards.find(({ line }) => line.id === lines[0]?.id)
  if (!card) throw new Error('the line has no card')
  const steps: number[] = []
  const closed = { times: 0 }
  const props: PlayerDetailProps = {
    card,
    cards,
    record: card.record,
    total: 296,
    category: 'Hits',
    runId: RUN_ID,
    neighbours: { previous: false, next: true },
    onMove: (step) => steps.push(step),
    onClose: () => {
      closed.times += 1
    },
    action: ({ line }) => <button type="button">Save {line.line}</button>,
    ...more,
  }
  const opened = renderInShell(<Detail {...props} />, {
    '/api/player-detail': [answer],
    '/api/what-if': [...whatIf],
  })
  const panel = (name: string) => screen.getByRole('region', { name })
  return { ...opened, props, steps, closed, panel, Detail }
}
