import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DataBadge } from './data-badge.tsx'

/** The text that stays visible on a narrow screen. */
function briefText(label: string): string | null | undefined {
  const { container } = render(<DataBadge kind="replay" label={label} brief />)
  expect(container.textContent).toBe(label)
  const words = container.querySelector('span > span')
  return words?.firstChild?.textContent
}

describe('DataBadge', () => {
  it('keeps only the season and the day when brief', () => {
    expect(briefText('Season 2019 · July 15 · lines priced by Propsight from that morning')).toBe(
      'Season 2019 · July 15',
    )
    expect(briefText('Season 2019 · September 15 · lines priced')).toBe('Season 2019 · September 15')
    expect(briefText('Sample league · invented players')).toBe('Sample league')
    expect(briefText('Live')).toBe('Live')
  })
})
