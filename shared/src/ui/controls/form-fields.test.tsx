import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { TextArea } from './form-fields.tsx'

const describedBy = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)

describe('TextArea', () => {
  it('links label, hint and error to the text area', () => {
    render(<TextArea label="Message" hint="Up to 4,000 characters" error="Message is required" />)
    const area = screen.getByLabelText('Message')
    expect(area.getAttribute('aria-invalid')).toBe('true')
    expect(describedBy(area)).toEqual(['Message is required', 'Up to 4,000 characters'])
  })

  it('accepts line breaks and has the requested number of rows', async () => {
    const onChange = vi.fn()
    render(<TextArea label="Message" rows={7} onChange={(event) => onChange(event.target.value)} />)
    await userEvent.setup().type(screen.getByLabelText('Message'), 'a{Enter}b')
    expect(onChange).toHaveBeenLastCalledWith('a\nb')
    expect(screen.getByLabelText('Message').getAttribute('rows')).toBe('7')
  })
})
