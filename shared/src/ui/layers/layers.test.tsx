import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'
import { ToastRegion } from './toast-region.tsx'

function Confirm() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Clear All</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Clear all 6 picks?" role="alertdialog">
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </Dialog>
    </>
  )
}

describe('Dialog', () => {
  it('traps the focus, closes by Esc and restores the focus', async () => {
    const user = userEvent.setup()
    render(<Confirm />)
    const opener = screen.getByRole('button', { name: 'Clear All' })
    await user.click(opener)
    const dialog = await screen.findByRole('alertdialog', { name: 'Clear all 6 picks?' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    for (let step = 0; step < 4; step++) {
      await user.tab()
      await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    }
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })
})

describe('ToastRegion', () => {
  it('announces a failure as an alert, and its action dismisses it', async () => {
    const onDismiss = vi.fn()
    const run = vi.fn()
    const toast = {
      id: 7,
      message: 'Failed to save pick',
      tone: 'low',
      action: { label: 'Retry', run },
    } as const
    render(<ToastRegion toasts={[toast]} onDismiss={onDismiss} />)
    expect(screen.getByRole('alert').textContent).toContain('Failed to save pick')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }))
    expect(run).toHaveBeenCalledOnce()
    expect(onDismiss).toHaveBeenCalledWith(7)
  })
})
