import { ShellProvider } from '@propsight/shared/client'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { RankedLine } from '../../state/ranked-line.ts'
import { openShell } from '../../testing/open-shell.ts'
import { CardPrice } from './card-marks.tsx'

const LINE = { name: 'José Ramírez', statType: 'Pitcher Hits Allowed', line: 4.5, gamePk: 7 }
const api = { json: () => Promise.reject(new Error('no call')), stream: () => [] as never }

/** Renders the price of a card, and returns the requests for extensions. */
function pricesOf(card: object) {
  const requests: object[] = []
  const { shell } = openShell(api)
  shell.renderExtension = (_, { name, props }) => {
    requests.push({ name, ...props })
    return { update() {}, unmount() {} }
  }
  render(
    <ShellProvider shell={shell}>
      <CardPrice card={card as RankedLine} />
    </ShellProvider>,
  )
  return requests
}

describe('the best price on a card', () => {
  it('is that of the side of the card, with the name of the market in the domain', () => {
    expect(pricesOf({ line: LINE, side: 'UNDER', personId: 9 })).toEqual([
      {
        name: 'scanner/best-price',
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
