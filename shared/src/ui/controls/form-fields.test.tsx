import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { TextArea } from './form-fields.tsx'

const describedBy = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)

function Consent() {
  const [checked, setChecked] = useState(false)
  return <Checkbox label="I am 21 or older" checked={checked} onChange={setChecked} />
}

describe('TextArea', () => {
  it('links label, hint and error to the text area', () => {
    render(<TextArea label="Message" hint="Up to 4,000 characters" error="Message is required" />)
    const area = screen.getByLabelText('Message')
    expect(area.getAttribute('aria-invalid')).toBe('true')
    expect(describedBy(area)).toEqual(['Message is required', 'Up to 4,000 characters'])
  })

  it('accepts line breaks and has the given number of rows', async () => {
    const onChange = vi.fn()
    render(<TextArea label="Message" rows={7} onChange={(event) => onChange(event.target.value)} />)
    await userEvent.setup().type(screen.getByLabelText('Message'), 'a{Enter}b')
    expect(onChange).toHaveBeenLastCalledWith('a\nb')
    expect(screen.getByLabelText('Message').getAttribute('rows')).toBe('7')
  })
})

describe('Checkbox', () => {
  it('toggles by its label and by the space bar', async () => {
    const user = userEvent.setup()
    render(<Consent />)
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'I am 21 or older' })
    await user.click(screen.getByText('I am 21 or older'))
    expect(box.checked).toBe(true)
    await user.keyboard(' ')
    expect(box.checked).toBe(false)
  })

  it('excludes hint and error from its accessible name', () => {
    const texts = { hint: 'Once a week', error: 'Choose one' }
    render(<Checkbox label="News" checked={false} onChange={vi.fn()} {...texts} />)
    const box = screen.getByRole('checkbox', { name: 'News' })
    expect(box.getAttribute('aria-invalid')).toBe('true')
    expect(describedBy(box)).toEqual(['Choose one', 'Once a week'])
  })

  it('ignores clicks while disabled', async () => {
    const onChange = vi.fn()
    render(<Checkbox label="News" checked disabled onChange={onChange} />)
    await userEvent.setup().click(screen.getByText('News'))
    expect(onChange).not.toHaveBeenCalled()
  })
})
