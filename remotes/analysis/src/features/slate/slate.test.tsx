import type { Slate, SlateGame } from '@propsight/shared/contracts'
import { openSports } from '@propsight/shared/domain'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openDashboard } from '../../testing/open-dashboard.tsx'
import { aLine } from '../../testing/players.ts'
import { describeDay } from './day-notice.tsx'
import { stateText } from './use-slate.ts'

const DAY = '2026-07-18'
const game = (more: Partial<SlateGame> = {}): SlateGame => ({
  id: '7',
  awayTeam: 'NYY',
  homeTeam: 'BOS',
  gameTime: '2026-07-18T23:10:00Z',
  stadium: 'Fenway Park',
  status: 'scheduled',
  gameNumber: 1,
  timeTbd: false,
  neutralSite: false,
  starters: { away: { name: 'Al Arm', throws: 'L' }, home: null },
  lineups: true,
  lines: 12,
  ...more,
})
const SLATE: Slate = {
  date: DAY,
  games: [game()],
  next: null,
  lines: {
    total: 12,
    markets: [
      { market: 'All Stat Lines', lines: 12 },
      { market: 'Hits', lines: 12 },
    ],
    readAt: '2026-07-18T20:00:00Z',
    stale: false,
  },
  moves: null,
  news: null,
}
const NO_LINES = { total: 0, markets: [], readAt: '2026-07-18T20:00:00Z', stale: false }
const LATER = { date: '2026-07-20', games: 15, opensSeason: false }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the state of a game', () => {
  const text = (more: Partial<SlateGame>, zone = 'America/New_York') => stateText(game(more), DAY, zone)
  it('is its start in the zone of the user, with the day where that is another one', () => {
    expect(text({})).toBe('7:10 PM')
    expect(text({}, 'Europe/Berlin')).toBe('Sun 1:10 AM')
    expect(text({ timeTbd: true })).toBe('Time TBD')
  })
  it('is state and score once it has begun, away first, and neither when it is postponed', () => {
    const score = { away: 5, home: 3 }
    expect(text({ status: 'live', score })).toBe('Live 5–3')
    expect(text({ status: 'live' })).toBe('Live')
    expect(text({ status: 'live', suspended: true, score })).toBe('Suspended 5–3')
    expect(text({ status: 'final', score })).toBe('Final 5–3')
    expect(text({ status: 'postponed' })).toBe('Postponed')
  })
})

describe('a day without lines', () => {
  it.each<[title: string | undefined, day: Partial<Slate>]>([
    [undefined, {}],
    [
      'Season opens March 26',
      { games: [], lines: NO_LINES, next: { ...LATER, date: '2027-03-26', opensSeason: true } },
    ],
    ['No games today', { games: [], lines: NO_LINES, next: LATER }],
    ['No games today', { games: [], lines: NO_LINES }],
    ['All of today’s games have begun', { games: [game({ status: 'live' })], lines: NO_LINES, next: LATER }],
    ['No lines yet', { lines: NO_LINES }],
    ['PrizePicks cannot be reached right now', { lines: null }],
    ['The schedule cannot be reached right now', { games: null }],
    ['Games and lines cannot be reached right now', { games: null, lines: null }],
  ])('is named: %s', (title, day) => {
    expect(describeDay({ ...SLATE, ...day }, 'MLB')?.title).toBe(title)
  })
  it('says when the season of another sport begins', () => {
    const next = { date: '2026-10-20', games: 2, opensSeason: true }
    const day = describeDay({ ...SLATE, games: [], lines: NO_LINES, next }, 'NBA')
    expect(day?.title).toBe('The NBA season begins on October 20')
  })
  it('says when the next games are, and offers no analysis for a credit', async () => {
    const slate = { ...SLATE, games: [], lines: NO_LINES, next: LATER }
    openDashboard({ '/api/slate': [slate] })
    expect(await screen.findByText('No games today')).toBeDefined()
    expect(screen.getByText('The next 15 games: Monday, July 20.')).toBeDefined()
    const analyze = screen.getByRole('button', { name: /^Analyze ?no lines now$/ })
    expect((analyze as HTMLButtonElement).disabled).toBe(true)
    expect(screen.getByRole('link', { name: 'My Picks and past parlays' })).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Get Started' })).toBeDefined()
  })
})

describe('N11 the day before any analysis', () => {
  it('lists all games with starters and lines, and the free line of a market', async () => {
    const sample = {
      market: 'Hits',
      line: aLine({ name: 'José Ramírez', line: 0.5 }),
      position: '3B',
      side: 'OVER',
      chance: 0.63,
      low: 0.57,
      high: 0.69,
      push: 0,
      offer: { price: { book: 'North', odds: -120 }, breakEven: 0.545, expected: 0.155 },
      lastTen: [1, 0, 2],
    }
    openDashboard({
      '/api/slate': [{ ...SLATE, moves: [], news: [] }],
      '/api/slate/samples': [{ date: DAY, samples: [sample] }],
    })
    const games = within(await screen.findByRole('region', { name: "Today's games" }))
    expect(games.getByRole('listitem').textContent).toMatch(
      /^NYY @ BOS.+Arm \(L\) – TBD12 lines · line-ups out/,
    )
    const free = await screen.findByRole('list', { name: 'Free lines' })
    await waitFor(() =>
      expect(free.textContent).toMatch(
        /Hits12 linesJosé Ramírez.+Over 0\.5−120North63%57–69\+15\.5%expected/,
      ),
    )
    expect(screen.getByText('No price has moved.')).toBeDefined()
  })
  it('lists moved prices from old to new, and who is out', async () => {
    const move = {
      player: 'Bo Bat',
      team: 'NYY',
      stat: 'Hits',
      line: 1.5,
      side: 'UNDER',
      book: 'North',
      before: -110,
      now: -160,
      at: '2026-07-18T19:00:00Z',
    }
    const news = {
      name: 'Cy Cut',
      team: 'BOS',
      kind: 'out',
      label: '10-day injured list',
      date: DAY,
      text: 'Out.',
    }
    openDashboard({ '/api/slate': [{ ...SLATE, moves: [move], news: [news] }] })
    const moved = await screen.findByRole('region', { name: 'Moved most' })
    expect(moved.textContent).toContain('Under 1.5 Hits−110 → −160North')
    const injuries = screen.getByRole('region', { name: 'Injuries and moves' })
    expect(injuries.textContent).toContain('Cy Cut BOS · Out: 10-day injured list, Jul 18')
  })
  it('is that of the chosen sport, with clubs that played yesterday in the place of starting pitchers', async () => {
    onTestFinished(() => openSports(['MLB']))
    localStorage.setItem('propsight:analysis-settings', JSON.stringify({ category: 'Points' }))
    const playing = game({ awayTeam: 'GSW', starters: null, lineups: false, backToBack: ['BOS'] })
    const lines = { ...NO_LINES, total: 12, markets: [{ market: 'Points', lines: 12 }] }
    const day = { ...SLATE, games: [playing], lines }
    openDashboard(
      { '/api/slate?sport=NBA': [day], '/api/slate/samples?sport=NBA': [{ date: DAY, samples: [] }] },
      '',
      {},
      [],
      ['MLB', 'NBA'],
    )
    const games = within(await screen.findByRole('list', { name: 'NBA' }))
    expect(games.getByRole('listitem').textContent).toMatch(/^GSW @ BOS.+BOS played yesterday12 lines$/)
    expect((await screen.findByRole('list', { name: 'Free lines' })).textContent).toContain('Points12 lines')
    await userEvent.setup().click(screen.getByRole('radio', { name: 'MLB' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'NBA' })).toBeNull())
  })
  it('is left out where the API has no slate, and the analysis is offered', async () => {
    openDashboard({ '/api/slate': [new Error('404')] })
    await waitFor(() => expect(screen.queryByRole('region', { name: "Today's games" })).toBeNull())
    const analyze = await screen.findByRole('button', { name: /^Analyze ?1 credit$/ })
    expect((analyze as HTMLButtonElement).disabled).toBe(false)
  })
})
