import { type ApiCall, createScriptedShell, type RemoteAnswers, type ScenarioName } from '@propsight/harness'
import type { PastParlayRow, PickRow, TrackLeg } from '@propsight/shared/contracts'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App } from '../app/app.tsx'

interface Scene {
  rows?: readonly PickRow[]
  legs?: readonly TrackLeg[]
  parlays?: readonly PastParlayRow[]
  scenario?: ScenarioName
  /** Query string of the address, with its leading `?`. */
  search?: string
  api?: NonNullable<RemoteAnswers['api']>
  rpc?: NonNullable<RemoteAnswers['rpc']>
}

/** Renders My Picks in a scripted host with the real pick store; `user` is the user-event session. */
export function renderPicks(scene: Scene = {}) {
  const { rows = [], legs = [], parlays = [], scenario = 'signed-in', search = '', api, rpc } = scene
  const synced: ApiCall[] = []
  const host = createScriptedShell({
    scenario,
    placement: { mount: 'tab', path: '/picks', title: 'My Picks', order: 2, icon: 'bookmark' },
    answers: {
      address: `/picks${search}`,
      api: {
        'POST /api/sync-picks': (call) => {
          synced.push(call)
          return { success: true, added: [], gone: [] }
        },
        ...api,
      },
      rpc: { cleanup_expired_picks: () => 0, ...rpc },
      tables: {
        my_picks: ({ userId }) => rows.map((row) => ({ ...row, user_id: userId })),
        past_parlays: ({ userId }) => parlays.map((row) => ({ ...row, user_id: userId })),
        track_legs: ({ userId }) => legs.map((leg) => ({ ...leg, user_id: userId })),
      },
    },
  })
  const view = render(<App shell={host.shell} />)
  return { ...host, ...view, synced, user: userEvent.setup() }
}
