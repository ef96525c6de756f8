import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { nextEnabled } from '../helpers.ts'
import { Button } from './button.tsx'
import { TextInput } from './form-fields.tsx'
import { Segmented } from './segmented.tsx'
import { Select } from './select.tsx'
import { Stepper } from './stepper.tsx'

function Sports() {
  const [sport, setSport] = useState('MLB')
  const options = ['MLB', 'NBA', 'NFL'].map((value) => ({ value, label: value, disabled: value === 'NBA' }))
  return <Segmented label="Sport" options={options} value={sport} onChange={(next) => setSport(next)} />
}

function Size() {
  const [size, setSize] = useState(2)
  return <Stepper label="Parlay size" value={size} min={2} max={4} onChange={setSize} />
}

describe('Segmented', () => {
  it('is one tab stop and skips a disabled option', async () => {
    const user = userEvent.setup()
    render(<Sports />)
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'MLB' }))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'NBA' }).disabled).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'NFL' }))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'NFL' }).checked).toBe(true)
    expect(screen.getByRole('radiogroup', { name: 'Sport' })).toBeTruthy()
  })
})

describe('Stepper', () => {
  it('moves by buttons and arrow keys and stops at its limits', async () => {
    const user = userEvent.setup()
    render(<Size />)
    const value = screen.getByRole('spinbutton', { name: 'Parlay size' })
    await user.click(screen.getByRole('button', { name: 'More Parlay size' }))
    expect(value.getAttribute('aria-valuenow')).toBe('3')
    value.focus()
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(value.textContent).toBe('4')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'More Parlay size' }).disabled).toBe(true)
    await user.keyboard('{Home}')
    expect(value.textContent).toBe('2')
    await user.keyboard('{End}')
    expect(value.textContent).toBe('4')
  })
})

describe('Select', () => {
  it('passes only the chosen value to onChange', async () => {
    const onChange = vi.fn()
    const options = [
      { value: 'new', label: 'Newest' },
      { value: 'old', label: 'Oldest' },
    ] as const
    render(<Select label="Sort" options={options} value="new" onChange={onChange} />)
    await userEvent.setup().selectOptions(screen.getByLabelText('Sort'), 'Oldest')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('old')
  })
})

describe('Button', () => {
  it('ignores clicks while busy and shows its cost', async () => {
    const onClick = vi.fn()
    const { rerender } = render(
      <Button busy cost="1 credit" onClick={onClick}>
        Analyze
      </Button>,
    )
    const user = userEvent.setup()
    const button = screen.getByRole('button')
    expect(button.textContent).toContain('1 credit')
    await user.click(button)
    expect(onClick).not.toHaveBeenCalled()
    rerender(<Button onClick={onClick}>Analyze</Button>)
    await user.click(button)
    expect(onClick).toHaveBeenCalledOnce()
    expect(button.getAttribute('type')).toBe('button')
  })

  it('keeps the focus while busy', async () => {
    const { rerender } = render(<Button>Analyze</Button>)
    await userEvent.setup().tab()
    rerender(<Button busy>Analyze</Button>)
    expect(document.activeElement).toBe(screen.getByRole('button'))
    expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true')
  })
})

describe('TextInput', () => {
  it('links label, hint and error to the input', () => {
    render(<TextInput label="Email" hint="We write to it" error="Not an address" />)
    const input = screen.getByLabelText('Email')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const ids = (input.getAttribute('aria-describedby') ?? '').split(' ')
    const texts = ids.map((id) => document.getElementById(id)?.textContent)
    expect(texts).toEqual(['Not an address', 'We write to it'])
  })
})

describe('nextEnabled', () => {
  it('wraps around, skips disabled items, and ignores other keys', () => {
    expect(nextEnabled('ArrowRight', 2, [false, true, false])).toBe(0)
    expect(nextEnabled('ArrowRight', 0, [false, true, false])).toBe(2)
    expect(nextEnabled('ArrowLeft', 0, [false, true, false])).toBe(2)
    expect(nextEnabled('Home', 2, [true, false, false])).toBe(1)
    expect(nextEnabled('End', 0, [false, false, true])).toBe(1)
    expect(nextEnabled('a', 0, [false])).toBeNull()
    expect(nextEnabled('ArrowRight', 0, [true, true])).toBeNull()
    expect(nextEnabled('ArrowRight', 0, [])).toBeNull()
  })
})
