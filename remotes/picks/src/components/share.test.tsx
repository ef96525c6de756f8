import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pickCard } from '../features/pick-detail/pick-detail.tsx'
import { aLeg, aRow, USER_ID } from '../testing/pick-fixtures.ts'
import { drawCard, ShareButtons, type SharedCard, shareText } from './share.tsx'

const CARD: SharedCard = {
  name: 'propsight-pick',
  title: 'Dax Holloway',
  lines: ['Over 1.5 Total Bases · PrizePicks', 'CIN @ COL'],
  probability: { percent: 63, low: 57, high: 69, breakEven: 57.7, digits: 0 },
  at: '2026-07-18T16:00:00Z',
  path: '/scanner?q=Dax+Holloway',
}
const stubCanvas = () => {
  const texts: string[] = []
  const context = { fillRect: vi.fn(), fillText: (text: string) => texts.push(text) }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'])))
  return { texts, context }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('sharing', () => {
  it('has the numbers, the probability with its band, and the time, as text with a link', () => {
    expect(shareText(CARD, 'https://propsight.example')).toBe(
      [
        'Dax Holloway',
        'Over 1.5 Total Bases · PrizePicks',
        'CIN @ COL',
        '63% (57–69, 80% interval · break-even 57.7%)',
        'Numbers of Jul 18, 2026, 4:00 PM UTC',
        'Analytics only, not gambling. No accuracy guaranteed.',
        'https://propsight.example/scanner?q=Dax+Holloway',
      ].join('\n'),
    )
  })

  it('draws the same into the picture', () => {
    const { texts, context } = stubCanvas()
    drawCard(context as never, CARD)
    expect(texts).toEqual(
      expect.arrayContaining([
        'Dax Holloway',
        '63%  57–69, 80% interval · break-even 57.7%',
        'Numbers of Jul 18, 2026, 4:00 PM UTC',
      ]),
    )
  })

  it('holds nothing about the user of a pick', () => {
    const row = aRow()
    const text = JSON.stringify(pickCard(row, aLeg({ price: 105, price_book: 'North', no_vig: 48 })))
    expect(text).toContain('Over 1.5 at +105, North')
    for (const personal of [USER_ID, row.id, aLeg().id]) expect(text).not.toContain(personal)
  })

  it('saves the picture where there is no share sheet, else opens the sheet, and copies the link', async () => {
    stubCanvas()
    const user = userEvent.setup()
    const urls = vi.fn(() => 'blob:picture')
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: urls, revokeObjectURL: vi.fn() }))
    render(<ShareButtons card={CARD} />)
    await user.click(screen.getByRole('button', { name: 'Share picture' }))
    expect(await screen.findByText('Picture saved')).toBeDefined()
    expect(urls).toHaveBeenCalledWith(
      expect.objectContaining({ name: 'propsight-pick.png', type: 'image/png' }),
    )

    const share = vi.fn(async (_data: ShareData) => undefined)
    Object.assign(navigator, { canShare: () => true, share })
    await user.click(screen.getByRole('button', { name: 'Share picture' }))
    expect(await screen.findByText('Picture shared')).toBeDefined()
    expect(share.mock.calls[0]?.[0]).toMatchObject({ title: 'Dax Holloway', text: shareText(CARD) })

    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await screen.findByText('Link and numbers copied')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(shareText(CARD))
  })
})
