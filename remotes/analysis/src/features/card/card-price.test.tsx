import { ShellProvider } from '@propsight/shared/client'
import { openSports } from '@propsight/shared/domain'
import { render } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { RankedLine } from '../../state/ranked-line.ts'
import { openShell } from '../../testing/open-shell.ts'
import { Price, Value } from './card.tsx'
import { CardActions } from './card-marks.tsx'
import { clubColors, initialsOf } from './card-parts.tsx'

const LINE = { name: 'José Ramírez', statType: 'Pitcher Hits Allowed', line: 4.5, gamePk: 7 }
const api = { json: () => Promise.reject(new Error('no call')), stream: () => [] as never }

/** Renders the actions of a card, and returns the requests for extensions. */
function pricesOf(card: object) {
  const requests: object[] = []
  const { shell } = openShell(api)
  shell.renderExtension = (_, { name, props }) => {
    requests.push({ name, ...props })
    return { update() {}, unmount() {} }
  }
  render(
    <ShellProvider shell={shell}>
      <CardActions card={card as RankedLine} />
    </ShellProvider>,
  )
  return requests
}

describe('what remotes contribute to a card', () => {
  it('is about the side of the card, with the name of the market in the domain', () => {
    expect(pricesOf({ line: LINE, side: 'UNDER', personId: 9 })).toEqual([
      {
        name: 'analysis/line-actions',
        sport: 'MLB',
        personId: 9,
        player: 'José Ramírez',
        stat: 'Hits Allowed',
        line: 4.5,
        side: 'UNDER',
        gamePk: 7,
      },
    ])
  })
  it('is absent without a side', () => {
    expect(pricesOf({ line: LINE, side: null, personId: 9 })).toEqual([])
  })
})

describe('price and value in a row', () => {
  const shown = (card: object) =>
    render(
      <>
        <Price card={card as RankedLine} />
        <Value card={card as RankedLine} />
      </>,
    ).container.textContent
  const line = { ...LINE, oddsType: 'standard' }
  const forecast = { chance: 0.71 }

  it('are the odds with their book, and the expected profit', () => {
    const price = { book: 'Brass Pelican', odds: -270, confirmedAt: null }
    const value = { expected: -0.027, low: -0.05, high: 0.01 }
    expect(shown({ line, forecast, offer: { price, breakEven: 0.73, value, worth: -0.027 } })).toBe(
      '−270Brass Pelican−2.7%expected',
    )
  })
  it('are the entry of the payout table, and the points above its break-even', () => {
    const offer = { price: null, breakEven: 0.577, value: null, worth: 0.23 }
    expect(shown({ line, forecast, offer })).toBe('Power 2PrizePicks+13.3 ptsvs break-even')
  })
  it('are unknown for a line without a public payout', () => {
    expect(shown({ line: { ...line, oddsType: 'demon' }, forecast, offer: null })).toBe('—PrizePicks—')
  })
})

describe('the mark of a club', () => {
  it('has the initials of the player without a suffix', () => {
    expect(['José Ramírez', 'Sawyer Hartwick III', 'Ichiro'].map(initialsOf)).toEqual(['JR', 'SH', 'I'])
  })
  it('has the same colors for every code of a club of an open sport, and legible text on them', async () => {
    expect(clubColors('ARI')).toEqual(clubColors('AZ'))
    expect(clubColors('AZ')).toEqual({ main: '#a71930', second: '#e3d4ad', text: '#fff' })
    expect(clubColors('SF').text).toBe('#000')
    onTestFinished(() => openSports(['MLB']))
    await openSports(['NBA'])
    expect(clubColors('LAL', 'NBA')).toEqual({ main: '#552583', second: '#fdb927', text: '#fff' })
    expect(clubColors('WAS', 'NBA')).toEqual(clubColors('WSH', 'NBA'))
    expect(clubColors('XXX').main).toBe('#4b545a')
  })
})
