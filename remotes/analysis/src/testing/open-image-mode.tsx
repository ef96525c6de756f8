import { ShellProvider } from '@propsight/shared/client'
import type { Line } from '@propsight/shared/contracts'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { ImageMode } from '../features/image/image-mode.tsx'
import { IDLE, type PictureRuns, type RunState } from '../state/run.ts'
import { fakeServer } from './fake-server.ts'
import { openShell } from './open-shell.ts'

export const PNG = new File(['picture'], 'card.png', { type: 'image/png' })

/**
 * Renders image mode with a fake shell and scripted read results, and records the sent pictures and analyzed
 * lines.
 */
export function openImageMode(
  answers: Awaited<ReturnType<PictureRuns['read']>>[] = [],
  storedDraft?: unknown,
) {
  const host = openShell(fakeServer({}).api)
  const user = userEvent.setup({ applyAccept: false })
  const analyzed: Line[][] = []
  const sent: Blob[] = []
  const signals: AbortSignal[] = []
  const state = { draft: storedDraft, forgotten: 0 }
  const pictures: PictureRuns = {
    read: async (picture, signal) => {
      sent.push(picture)
      signals.push(signal)
      return answers.shift() ?? new Promise(() => undefined)
    },
    analyze: (lines) => {
      analyzed.push(lines)
    },
    storeDraft: (draft) => {
      state.draft = JSON.parse(JSON.stringify(draft))
    },
    storedDraft: () => state.draft,
    forget: () => {
      state.forgotten += 1
      state.draft = undefined
    },
  }
  const store = createStore()
  const drawn = (run: RunState) => (
    <Provider store={store}>
      <ShellProvider shell={host.shell}>
        <ImageMode
          pictures={pictures}
          run={run}
          failed={({ message, cost }, onRetry) => (
            <div role="alert">
              {message} {cost}{' '}
              <button type="button" onClick={onRetry}>
                Retry
              </button>
            </div>
          )}
        >
          <p>The board</p>
        </ImageMode>
      </ShellProvider>
    </Provider>
  )
  const view = render(drawn(IDLE))
  const choose = async (file: File = PNG) => {
    await user.upload(screen.getByLabelText(/^Choose/), file)
  }
  const read = () => user.click(screen.getByRole('button', { name: 'Read picture' }))
  const become = (run: Partial<RunState>) => view.rerender(drawn({ ...IDLE, ...run }))
  return { ...host, user, view, analyzed, sent, signals, state, choose, read, become }
}
