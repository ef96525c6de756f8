import { within as inside, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { profileAtom } from '../../state/session.ts'
import { toastsAtom } from '../../state/toasts.ts'
import { fakeServices, within } from '../../testing/fake-services.tsx'
import { PricingPage } from './pricing-page.tsx'
import { ScannerPage } from './scanner-page.tsx'

function openPricing(plan: 'free' | 'basic' | 'premium') {
  const { services } = fakeServices()
  services.store.set(profileAtom, { user_id: 'u', email: 'a@example.com', credits: 3, plan } as never)
  render(<PricingPage />, { wrapper: within(services) })
  return {
    user: userEvent.setup(),
    toasts: () => services.store.get(toastsAtom).map(({ message }) => message),
  }
}

describe('S10 pricing', () => {
  it('shows three packages without a price, and a choice answers that purchases are not open', async () => {
    const { user, toasts } = openPricing('free')
    const texts = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(texts).toEqual([
      'Weekly30 credits a weekPrice TBDChoose',
      'MonthlyMost Popular120 credits a monthPrice TBD35% OFF per credit, against WeeklyChoose',
      'Yearly1,440 credits a yearPrice TBD46% OFF per credit, against WeeklyChoose',
    ])
    expect(document.body.textContent).toMatch(/30 credits, once.*Price TBD/)
    for (const name of ['Weekly', 'Monthly', 'Yearly'])
      await user.click(screen.getByRole('button', { name: `Choose ${name}` }))
    expect(new Set(toasts())).toEqual(new Set(['Purchases are not open yet.']))
  })

  it('lists the monthly plans beside the packages, and what is open', async () => {
    const { user } = openPricing('basic')
    const plans = inside(screen.getByRole('table', { name: 'Plans' }))
    expect(plans.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'PlanCredits a monthPrice a monthChoice',
      'Free20$0Choose',
      'Basic100$9.99Your plan',
      'Premium500$29.99Choose',
    ])
    await user.click(plans.getByRole('button', { name: 'Choose Premium' }))
    expect(screen.getByText('Purchases are not open yet.')).toBeTruthy()
    expect(document.body.textContent).toContain('Open: the Free plan. Not open yet: paid plans and packages')
  })

  it('asks users of the free plan to upgrade before they buy more', () => {
    openPricing('free')
    expect(screen.getByText('Upgrade to a paid plan to purchase additional credits')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Buy Now/ })).toBeNull()
  })

  it.each(['basic', 'premium'] as const)(
    'offers Buy Now on the plan %s, which answers that purchases are not open',
    async (plan) => {
      const { user, toasts } = openPricing(plan)
      expect(screen.queryByText(/Upgrade to a paid plan/)).toBeNull()
      await user.click(screen.getByRole('button', { name: /^Buy Now/ }))
      expect(toasts()).toEqual(['Purchases are not open yet.'])
    },
  )
})

describe('S11 scanner', () => {
  it('lists the planned features, and labels the table as sample data', () => {
    render(<ScannerPage />)
    expect(screen.getByText('COMING SOON')).toBeTruthy()
    expect(screen.getByText(/NFL, NBA, MLB and NHL/)).toBeTruthy()
    const table = screen.getByRole('region', { name: 'How it will look' })
    expect(inside(table).getByText('Sample data')).toBeTruthy()
    expect(inside(table).getAllByRole('row')).toHaveLength(5)
    const list = screen.getByRole('region', { name: 'Everything it will do' })
    expect(
      inside(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Scan 15+ sportsbooks',
      'Player props',
      'Game lines and totals',
      'Odds movement history',
      'Line-move alerts',
      'Best-value recommendations',
      'Custom player alerts',
      'Mobile dashboard',
    ])
    for (const promise of ['Multi-sport search', 'Best-odds ranking', 'Real-time tracking'])
      expect(screen.getByRole('heading', { name: promise })).toBeTruthy()
  })

  it('names the best price of each row', () => {
    render(<ScannerPage />)
    const best = screen.getAllByRole('row').map((row) => row.lastElementChild?.textContent)
    expect(best).toEqual(['Best odds', '−105 Book B', '−102 Book C', '+112 Book B', '−120 Book B'])
  })
})
