import { openSports } from '@propsight/shared/domain'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { createHistoryShell, type HistoryRows } from '../../testing/history-shell.ts'
import { aLeg, aParlay, aPastParlay, aTrackLeg } from '../../testing/parlay-fixtures.ts'
import { TrackRecord } from './track-record.tsx'

function open(history: HistoryRows) {
  const shell = createHistoryShell(history)
  const onClose = vi.fn()
  render(<TrackRecord shell={shell} onClose={onClose} />)
  return { shell, onClose, user: userEvent.setup() }
}

const legs = [
  aTrackLeg(1),
  aTrackLeg(2, { status: 'loser', actual: 1, promised: 71 }),
  aTrackLeg(3, { stat_type: 'Hits+Runs+RBIs', promised: 66 }),
  aTrackLeg(4, { status: 'push', actual: 1.5 }),
]

describe('track record', () => {
  it('summarizes the hit rate with count, interval and sample size', async () => {
    open({ legs })
    expect(await screen.findByText(/came true, 2 of 3/)).toBeDefined()
    const text = document.body.textContent ?? ''
    expect(text).toContain('66.7% came true, 2 of 3 (95% interval 20.8–93.9); 66.7% was forecast.')
    expect(text).toContain('Only 3 settled lines: too few to judge by.')
    expect(text).toContain('Left out: 1 push.')
  })

  it('has a choice of the sport once it has lines of several, whose parlays belong to all of them', async () => {
    await openSports(['NBA'])
    const points = aTrackLeg(7, { stat_type: 'Points', status: 'loser', actual: 1, promised: 55 })
    const { user } = open({ legs: [...legs, points], parlays: [aPastParlay(1)] })
    expect(await screen.findByText(/came true, 2 of 4/)).toBeDefined()
    const options = within(screen.getByRole('radiogroup', { name: 'Sport' }))
    expect(options.getAllByRole('radio')).toHaveLength(3)
    await user.click(options.getByRole('radio', { name: 'NBA' }))
    expect(await screen.findByText(/came true, 0 of 1/)).toBeDefined()
    expect(screen.getByRole('table', { name: 'Forecast and result by market' }).textContent).toContain(
      'Points',
    )
    await user.click(options.getByRole('radio', { name: 'MLB' }))
    expect(await screen.findByText(/came true, 2 of 3/)).toBeDefined()
  })

  it('has no choice of the sport with lines of one', async () => {
    open({ legs })
    expect(await screen.findByText(/came true, 2 of 3/)).toBeDefined()
    expect(screen.queryByRole('radiogroup', { name: 'Sport' })).toBeNull()
  })

  it('shows the closing-line value with count and interval, once lines have a close', async () => {
    const closed = {
      price: 105,
      price_book: 'North',
      no_vig: 48,
      closing_no_vig: 50.5,
      closed_at: '2026-07-18T23:05:00Z',
    }
    open({ legs: [...legs, aTrackLeg(6, { ...closed, line: 2.5 })] })
    const panel = within(await screen.findByRole('region', { name: 'Closing-line value' }))
    expect(panel.getByText(/beat the close, 1 of 1/)).toBeDefined()
    expect(
      panel.getByText(/^\+2\.5 percentage points on average; an interval needs lines of 5 days/),
    ).toBeDefined()
  })

  it('draws forecast against observed rates by band, with a table view', async () => {
    const { user } = open({ legs })
    const chart = await screen.findByRole('img', { name: /^Forecast against result, 0 of 2 bands off/ })
    expect(chart.getAttribute('aria-label')).toContain('60–69%: 64.5% forecast, 100.0% of 2 happened')
    const panel = within(screen.getByRole('region', { name: 'Forecast and result' }))
    await user.click(panel.getByRole('radio', { name: 'Table' }))
    const table = screen.getByRole('table', { name: 'Forecast and result by confidence' })
    expect(within(table).getByRole('row', { name: /^60–69% 2 of 2 64.5% 100.0%/ })).toBeDefined()
  })

  it('shows the record over time with counts and interval, as a chart and as a table', async () => {
    const earlier = aTrackLeg(5, { league_day: '2026-07-11', promised: 56 })
    const { user } = open({ legs: [...legs, earlier] })
    const panel = within(await screen.findByRole('region', { name: 'Record over time' }))
    expect(
      panel.getByRole('img', {
        name: 'Record from July 11, 2026 to July 18, 2026: 3 of 4 came true, 75.0% (95% interval 30.1–95.4); 64.0% was forecast',
      }),
    ).toBeDefined()
    await user.click(panel.getByRole('radio', { name: 'Table' }))
    const rows = within(
      panel.getByRole('table', { name: 'Record after each day, newest first' }),
    ).getAllByRole('row')
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      'July 18, 20262 of 33 of 475.0%30.1–95.464.0%',
      'July 11, 20261 of 11 of 1100.0%20.7–100.056.0%',
    ])
  })

  it('draws a record of one day as a line across the chart, with its date once', async () => {
    open({ legs: [aTrackLeg(1)] })
    const chart = await screen.findByRole('img', {
      name: /^Record from July 18, 2026 to July 18, 2026: 1 of 1/,
    })
    const texts = () =>
      [...(chart.parentElement?.querySelectorAll('svg text') ?? [])].map((text) => text.textContent)
    await waitFor(() => expect(texts()).toContain('came true'))
    expect(texts().filter((text) => text === 'July 18, 2026')).toHaveLength(1)
    const lines = [...(chart.parentElement?.querySelectorAll('svg path[stroke="var(--text-1)"]') ?? [])]
    expect(lines.map((line) => line.getAttribute('d'))).toEqual(['M48 12L732 12'])
  })

  it('has a row for each market, by its label', async () => {
    open({ legs })
    const table = await screen.findByRole('table', { name: 'Forecast and result by market' })
    expect(within(table).getByRole('row', { name: /^H\+R\+RBI 1 of 1/ })).toBeDefined()
  })

  it('has a row for each version of the engine, once there are several', async () => {
    open({ legs: [...legs, aTrackLeg(5, { engine: '2027-03-20', status: 'loser', actual: 1 })] })
    const table = await screen.findByRole('table', { name: 'Forecast and result by engine version' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent?.slice(0, 16))).toEqual([
      expect.stringContaining('2 of 3'),
      expect.stringMatching(/^2027-03-200 of 1/),
    ])
  })

  it('shows the profit of parlays with a payout, as a chart and as a table', async () => {
    const { user } = open({
      parlays: [aPastParlay(1, { outcome: 'won', paid: 5, settled_at: '2026-07-19T03:00:00Z' })],
    })
    expect(
      await screen.findByText(/\+4 units at one unit each, \+2 units at the recommended units/),
    ).toBeDefined()
    expect(screen.getByRole('img', { name: /^Profit after 1 parlay, / })).toBeDefined()
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    expect(screen.getByRole('row', { name: /\+4 units \+2 units$/ })).toBeDefined()
    expect(screen.getByText(/No line has settled yet/)).toBeDefined()
  })

  it('dates lines and parlays of the sample league by their games', async () => {
    const settled = { settled_at: '2026-11-27T20:05:00Z' }
    const details = aParlay(1, {
      picks: [aLeg(0, { leagueDay: '2026-08-28' }), aLeg(1, { leagueDay: '2026-08-27' })],
    })
    const { user } = open({
      legs: [aTrackLeg(1, { league_day: '2026-08-28', ...settled })],
      parlays: [aPastParlay(1, { outcome: 'won', paid: 5, details, ...settled })],
    })
    await screen.findByRole('img', { name: /^Record from August 28, 2026 to August 28, 2026/ })
    expect(
      screen.getByRole('img', { name: /^Profit after 1 parlay, August 28, 2026 to August 28, 2026/ }),
    ).toBeDefined()
    const panel = within(screen.getByRole('region', { name: 'Parlays' }))
    await user.click(panel.getByRole('radio', { name: 'Table' }))
    expect(panel.getByRole('row', { name: 'August 28, 2026 +4 units +2 units' })).toBeDefined()
    expect(document.body.textContent).not.toContain('Nov')
  })

  it('has an empty state that links to the analysis, and returns to My Picks', async () => {
    const { user, shell, onClose } = open({})
    await screen.findByText('No record yet')
    await user.click(screen.getByRole('button', { name: 'Go to AI Analysis' }))
    expect(shell.location.get().path).toBe('/')
    await user.click(screen.getByRole('button', { name: 'My Picks' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('shows an error with Retry when it cannot be loaded', async () => {
    open({ scenario: 'failing' })
    const title = await screen.findByText('The track record could not be loaded', undefined, {
      timeout: 4_000,
    })
    expect(title).toBeDefined()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
  })
})
