import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { expect, it, vi } from 'vitest'
import { type Update, updatesAtom } from '../../state/toasts.ts'
import { registerUnsavedWork } from '../../state/unsaved-work.ts'
import { UpdateNotice } from './update-notice.tsx'

const update = (id: string, how: Update['how'] = 'swap'): Update => ({ id, title: id, how, run: vi.fn() })
function open(...updates: Update[]) {
  const store = createStore()
  store.set(updatesAtom, updates)
  render(
    <Provider store={store}>
      <main tabIndex={-1} />
      <UpdateNotice />
    </Provider>,
  )
  return userEvent.setup()
}
const button = (name: string) => screen.getByRole('button', { name })

it('F2 an update without unsaved work runs on one press', async () => {
  const shell = update('Propsight', 'reload')
  const user = open(shell)
  expect(screen.getByRole('status').textContent).toContain('A new version of Propsight is ready.')
  await user.click(button('Reload'))
  expect(shell.run).toHaveBeenCalledOnce()
})

it('F2 an update with unsaved work needs one confirmation', async () => {
  const end = registerUnsavedWork(() => true)
  const picks = update('My Picks')
  const user = open(picks)
  await user.click(button('Update now'))
  expect(picks.run).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toContain('not saved')
  await user.click(button('Update now anyway'))
  expect(picks.run).toHaveBeenCalledOnce()
  end()
})

it('F2 updates are shown one at a time, and Later dismisses one release', async () => {
  const user = open(update('first'), update('second'))
  expect(screen.getAllByRole('status')).toHaveLength(1)
  await user.click(button('Later'))
  expect(screen.getByRole('status').textContent).toContain('second')
  await user.click(button('Later'))
  expect(screen.queryByRole('status')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

it('F4 an update notice publishes its height for the toasts, and clears it when dismissed', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64)
  const user = open(update('Propsight', 'reload'))
  const room = () => document.documentElement.style.getPropertyValue('--notice-room')
  expect(room()).toBe('84px')
  await user.click(button('Later'))
  expect(room()).toBe('')
})
