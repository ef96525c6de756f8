import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Probability, ProbabilityTrack } from './probability.tsx'

describe('Probability', () => {
  it('shows the interval, and the push when there is one', () => {
    const { container, rerender } = render(<Probability percent={63} low={57} high={69} grade="mid" />)
    expect(container.textContent).toBe('63%57–69')
    rerender(<Probability percent={63} low={57} high={69} push={12} grade="mid" />)
    expect(container.textContent).toBe('63%57–69 · 12% push')
  })

  it('draws a track from 0 to 100 with a text alternative', () => {
    render(
      <ProbabilityTrack
        percent={63}
        low={57}
        high={69}
        breakEven={57.735}
        push={12}
        side="OVER"
        grade="mid"
      />,
    )
    const track = screen.getByRole('img', {
      name: '63 percent likely over, interval 57 to 69, break-even 57.7, 12 percent push',
    })
    const places = [...track.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => [
      style.marginLeft,
      style.width,
    ])
    expect(places).toEqual([
      ['57%', '12%'],
      ['57.735%', ''],
    ])
    expect(track.style.getPropertyValue('--percent')).toBe('63%')
  })

  it('has no break-even tick without a public payout', () => {
    render(<ProbabilityTrack percent={81} low={76} high={86} breakEven={null} grade="good" />)
    const track = screen.getByRole('img', { name: '81 percent likely, interval 76 to 86' })
    expect(track.querySelectorAll('[style]')).toHaveLength(1)
  })
})
