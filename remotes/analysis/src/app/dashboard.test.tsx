import { MLB_MENU } from '@propsight/shared/domain'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answeredLines, aRun } from '../testing/fake-server.ts'
import { BOARD, names, openDashboard } from '../testing/open-dashboard.tsx'
import { aBatter, aLine, end, missing, start } from '../testing/players.ts'

const LINES = answeredLines(
  aLine({ name: 'Cal Whitlock' }),
  aLine({ name: 'Mateo Villareal', homeAway: 'AWAY', oddsType: 'goblin' }),
  aLine({ name: 'Dax Holloway', line: 1 }),
  aLine({ name: 'Jun Arakawa', oddsType: 'demon', line: 2.5 }),
  aLine({ name: 'A. One + B. Two', combo: true }),
  aLine({ name: 'Nobody Known' }),
)
const LOGS = [
  start(5),
  aBatter('Cal Whitlock', [0, 1, 2, 1, 0, 1, 0, 1, 0, 0]),
  aBatter('Mateo Villareal', [2, 0, 4, 2, 3, 2, 5, 1, 2, 4]),
  aBatter('Dax Holloway', [1, 1, 2, 2, 0, 0, 2, 2, 2, 0]),
  aBatter('Jun Arakawa', [1, 0, 3, 1, 0, 1, 0, 0, 1, 0]),
  missing('Nobody Known', 'unknown player'),
  end(4, 1),
]
const GOOD = { '/api/runs': [aRun], '/api/fetch-lines': [LINES], '/api/game-logs': [LOGS] }

const raisedNames = () => [...document.querySelectorAll('ol h3')].map((name) => name.textContent)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the Dashboard', () => {
  it('N1, N11: opens with the market menu, the sports and three steps to a first board', () => {
    openDashboard({})
    const menu = within(screen.getByRole('radiogroup', { name: 'MLB stat lines' }))
    expect(menu.getAllByRole('radio')).toHaveLength(MLB_MENU.length)
    expect(menu.getByRole('radio', { name: 'H+R+RBI' })).toBeDefined()
    expect(menu.getByText('3x credits')).toBeDefined()
    const sports = within(screen.getByRole('radiogroup', { name: 'Sport' }))
    expect(sports.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).disabled)).toEqual([
      false,
      true,
      true,
    ])
    expect(screen.getByRole('heading', { name: 'Get Started' })).toBeDefined()
    expect(document.querySelectorAll('ol > li')).toHaveLength(3)
  })

  it('N3: ranks the lines by hit rate, with a notice, when the server gives no probability', async () => {
    const { user, analyze, says } = openDashboard(GOOD)
    await analyze()
    expect(await says('Complete!')).toBe(100)
    // The under of Cal Whitlock won 9 of 10 games, the over of Mateo Villareal 8 of 10.
    expect(names()).toEqual(['Cal Whitlock', 'Mateo Villareal', 'Dax Holloway', 'Jun Arakawa'])
    const first = within(screen.getByText('Mateo Villareal').closest('li') as HTMLElement)
    expect(first.getByText('Over 1.5')).toBeDefined()
    expect(first.getByText('8 of 10 over')).toBeDefined()
    expect(first.getByText('Goblin')).toBeDefined()
    expect(first.getByText(/^LF · SEA @ TEX · \d+:\d\d [AP]M$/)).toBeDefined()
    expect(first.getByText('the server gives none yet')).toBeDefined()
    await user.click(first.getByRole('button', { name: /: hit rates$/ }))
    expect(
      first.getByText(
        'Over in 8 of the last 10; 2.5 a game against a line of 1.5; 4 of the last 5 over. No probability: the server gives none yet.',
      ),
    ).toBeDefined()
  })

  it('counts the lines that are left out or uncertain in one line, and lists why on a press', async () => {
    const counts = { notRead: 120, notOffered: 17, suspended: 1, skipped: 2, gameNotCertain: 3 }
    const unknown = aLine({ name: 'Cal Whitlock', oddsType: 'unknown' })
    const { user, analyze, says } = openDashboard({
      ...GOOD,
      '/api/fetch-lines': [{ ...answeredLines(unknown), ...counts }],
    })
    await analyze()
    await says('Complete!')
    expect(screen.queryByText(/suspended/)).toBeNull()
    const button = screen.getByRole('button', { name: '140 lines left out · 4 uncertain' })
    await user.click(button)
    const list = document.getElementById(button.getAttribute('aria-controls') ?? '')
    expect([...(list?.children ?? [])].map((item) => item.textContent)).toEqual([
      '120 lines on pages that were not read',
      '17 lines of markets that are not offered',
      '1 line suspended',
      '2 lines unreadable',
      '3 lines whose game is not certain',
      '1 line of an unknown type',
    ])
    await user.click(button)
    expect(screen.queryByText(/suspended/)).toBeNull()
  })

  it.each([
    [{ gameNotCertain: 2 }, '2 uncertain lines'],
    [{ skipped: 1 }, '1 line left out'],
  ])('counts only what there is: %j', async (counts, text) => {
    const { analyze, says } = openDashboard({ ...GOOD, '/api/fetch-lines': [{ ...LINES, ...counts }] })
    await analyze()
    await says('Complete!')
    expect(screen.getByRole('button', { name: text })).toBeDefined()
  })

  it('excludes pushes from the rate and counts them', async () => {
    const { analyze, says } = openDashboard(GOOD)
    await analyze()
    await says('Complete!')
    const card = within(screen.getByText('Dax Holloway').closest('li') as HTMLElement)
    expect(card.getByText('5 of 8 over · 2 push')).toBeDefined()
  })

  it('calls UNDER on standard lines only, since the book accepts More only on a demon', async () => {
    const { analyze, says } = openDashboard(GOOD)
    await analyze()
    await says('Complete!')
    const row = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement)
    expect(row('Cal Whitlock').getByText('Under 1.5')).toBeDefined()
    expect(row('Cal Whitlock').getByText('9 of 10 under')).toBeDefined()
    expect(row('Cal Whitlock').getByRole('img', { name: /; under in 9$/ })).toBeDefined()
    expect(row('Jun Arakawa').getByText('Over 2.5, no call')).toBeDefined()
  })

  it('lists combos and unknown players as not ranked, with the reason', async () => {
    const { analyze, says, user } = openDashboard(GOOD)
    await analyze()
    await says('Complete!')
    await user.click(screen.getByText('Not ranked (2)'))
    expect(await screen.findByText('The league lists no player of this name.')).toBeDefined()
    expect(screen.getByText('Lines on two players are not ranked: no game log covers both.')).toBeDefined()
  })

  it('N6 N11: says that no line could be ranked, with the reasons, and does not end with Complete!', async () => {
    const { analyze, says, user } = openDashboard({
      '/api/runs': [aRun],
      '/api/fetch-lines': [answeredLines(aLine({ name: 'Nobody Known' }))],
      '/api/game-logs': [[start(1), missing('Nobody Known', 'unknown player'), end(0, 1)]],
    })
    await analyze()
    await says('No lines found')
    await screen.findByRole('heading', { name: 'No line could be ranked' })
    screen.getByText(/^The book has 1 line, but game logs rank none of them\./)
    expect(screen.queryByText('0 lines')).toBeNull()
    await user.click(screen.getByText('Not ranked (1)'))
    await screen.findByText('The league lists no player of this name.')
  })

  it('N12: opens a player without games with demo bars, line 0.5 and average 0.7, and disables Save', async () => {
    const rookie = aLine({ name: 'New Rookie', oddsType: 'demon', line: 1.5 })
    const { analyze, says, user } = openDashboard({
      ...GOOD,
      '/api/fetch-lines': [answeredLines(aLine({ name: 'Mateo Villareal' }), rookie)],
      '/api/game-logs': [
        [
          start(2),
          aBatter('Mateo Villareal', [1, 2]),
          aBatter('New Rookie', [], { forecastMissing: 'no games this season' }),
          end(2),
        ],
      ],
    })
    await analyze()
    await says('Complete!')
    await user.click(screen.getByText('Not ranked (1)'))
    expect(await screen.findByText('No games this season.')).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'New Rookie' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'New Rookie' })).toBeDefined()
    expect(screen.getByRole('img', { name: 'Not ranked' })).toBeDefined()
    expect(screen.getByRole('img', { name: 'Demo: ten example games against a line of 0.5' })).toBeDefined()
    expect(screen.getByText('Average, Demo').nextElementSibling?.textContent).toBe('0.7')
    expect(screen.getByText('Hit rate', { selector: 'dt' }).nextElementSibling?.textContent).toBe('—')
    expect(screen.getByText('Demo line; the book’s is 1.5')).toBeDefined()
    const save = screen.getByRole('button', { name: 'Save' })
    expect(save.hasAttribute('disabled')).toBe(true)
    expect(save.title).toBe('Demo bars cannot be saved')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(screen.getByText('No call at 1.5')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
  })

  it('expands the reasoning of a row by keyboard', async () => {
    const { analyze, says, user } = openDashboard(GOOD)
    await analyze()
    await says('Complete!')
    const row = screen.getByRole('button', { name: '1 Cal Whitlock: hit rates' })
    row.focus()
    await user.keyboard('{Enter}')
    expect(row.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText(/^Under in 9 of the last 10/).closest('[hidden]')).toBeNull()
  })

  it('sorts the rows below the top cards, and numbers them from the top', async () => {
    const { analyze, says, user, choose } = openDashboard(BOARD)
    await choose('Top picks', '1')
    await analyze()
    await says('Complete!')
    await user.selectOptions(screen.getByLabelText('Sort'), 'Name')
    expect(names()).toEqual(['José Ramírez', 'Cal Whitlock', "Mack O'Neill", 'New Face'])
    await user.selectOptions(screen.getByLabelText('Sort'), 'Hit rate')
    expect(names().slice(1)).toEqual(['Cal Whitlock', "Mack O'Neill", 'New Face'])
    expect(screen.getByRole('button', { name: "3 Mack O'Neill: hit rates" })).toBeDefined()
  })

  it('N11: raises only cards that reach their break-even, and lists a side of 55% below them', async () => {
    const { analyze, says, choose } = openDashboard(BOARD)
    await choose('Top picks', '10')
    await analyze()
    await says('Complete!')
    expect(raisedNames()).toEqual(['José Ramírez', "Mack O'Neill", 'Cal Whitlock'])
    expect(names()).toContain('New Face')
    expect(
      screen.getByRole('img', { name: '55 percent likely over, interval 45 to 65, break-even 57.7' }),
    ).toBeDefined()
    expect(screen.queryByText('No line worth it today.')).toBeNull()
  })

  it('N11: judges all lines of the day, whatever the filters show', async () => {
    const { analyze, says, user } = openDashboard(BOARD)
    await analyze()
    await says('Complete!')
    expect(screen.getByText('No edge today: none is recommended.')).toBeDefined()
    await user.type(screen.getByRole('searchbox'), 'New Face')
    await waitFor(() => expect(names()).toEqual(['New Face']))
    expect(screen.getByText('No edge today: none is recommended.')).toBeDefined()
    expect(screen.queryByText('No line worth it today.')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Top picks' })).toBeNull()
  })

  it('N11: says that no line is worth it, and lists all lines, where none reaches a break-even', async () => {
    const { analyze, says } = openDashboard(GOOD)
    await analyze()
    await says('Complete!')
    expect(raisedNames()).toEqual([])
    expect(screen.getByText('No line worth it today.').closest('p')?.textContent).toContain(
      'No line is known to reach its break-even',
    )
    expect(screen.queryByRole('heading', { name: 'Top picks' })).toBeNull()
    expect(names()).toHaveLength(4)
  })

  it('N2: applies window, top picks and odds type to the board at once, without a new run', async () => {
    const { analyze, says, user, choose, server } = openDashboard(GOOD)
    expect(screen.getByRole('button', { name: 'Settings: Quick · last 10 · top 2' }).textContent).toBe(
      'Quick · last 10 · top 2',
    )
    await analyze()
    await says('Complete!')
    await choose('Game window', '5')
    expect(screen.getByText('4 of 5 over')).toBeDefined()
    await choose('Odds type', 'Goblin')
    expect(names()).toEqual(['Mateo Villareal'])
    await user.click(screen.getByRole('button', { name: 'Settings: Quick · last 5 · top 2 · Goblin only' }))
    await user.click(screen.getByRole('button', { name: 'Clear All Settings' }))
    await waitFor(() => expect(names()).toHaveLength(4))
    expect(server.callsTo('/api/runs')).toHaveLength(1)
  })

  it('N2: opens the weather', async () => {
    const { user, overlays } = openDashboard({})
    await user.click(screen.getByRole('button', { name: 'Weather' }))
    expect(overlays()).toEqual(['weather'])
  })

  it('asks a signed-out user to sign in', () => {
    const { account, view } = openDashboard({})
    account.signOut()
    return waitFor(() => expect(view.getByText('Sign in to analyze')).toBeDefined())
  })
})
