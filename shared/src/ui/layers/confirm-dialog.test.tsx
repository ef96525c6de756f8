import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

function ask(props: Partial<ConfirmDialogProps> = {}) {
  const onConfirm = vi.fn()
  const onCancel = vi.fn()
  render(
    <ConfirmDialog
      open
      title="Delete 6 codes?"
      confirm="Delete"
      onConfirm={onConfirm}
      onCancel={onCancel}
      {...props}
    >
      This cannot be undone.
    </ConfirmDialog>,
  )
  return { onConfirm, onCancel, user: userEvent.setup() }
}

const button = (name: string) => screen.getByRole('button', { name })
const focused = (name: string) => waitFor(() => expect(document.activeElement).toBe(button(name)))

describe('ConfirmDialog', () => {
  it('focuses Cancel for a destructive action', async () => {
    ask({ tone: 'danger' })
    await screen.findByRole('alertdialog', { name: 'Delete 6 codes?' })
    await focused('Cancel')
  })

  it('focuses the action when it is not destructive', async () => {
    const { user, onConfirm } = ask({ confirm: 'Grant' })
    await focused('Grant')
    await user.keyboard('{Enter}')
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  it('is cancelled by Esc, by the close button and by Cancel', async () => {
    const { user, onCancel } = ask({ cancel: 'Keep them' })
    await user.click(button('Keep them'))
    await user.click(button('Close'))
    await user.keyboard('{Escape}')
    expect(onCancel).toHaveBeenCalledTimes(3)
  })

  it('ignores input while the action is pending', async () => {
    const { user, onConfirm, onCancel } = ask({ busy: true, tone: 'danger' })
    await user.click(button('Delete'))
    await user.click(button('Cancel'))
    await user.keyboard('{Escape}')
    expect(onConfirm).not.toHaveBeenCalled()
    expect(onCancel).not.toHaveBeenCalled()
    expect(button('Delete').getAttribute('aria-busy')).toBe('true')
  })

  it('shows why the action failed', () => {
    ask({ error: 'Failed to delete code' })
    expect(screen.getByRole('alert').textContent).toBe('Failed to delete code')
  })
})
