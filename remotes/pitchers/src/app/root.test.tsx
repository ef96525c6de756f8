import { createScriptedShell, type RemoteAnswers } from '@propsight/harness'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  apiError,
  DATE,
  end,
  facts,
  fakeServer,
  linesAnswer,
  PITCHERS,
  start,
  stream,
} from '../testing/fixtures.ts'
import { Root } from './root.tsx'

const DAY = '/api/pitchers'
const LINES = '/api/fetch-lines'
const lines = ({ request }: { request: { query?: Record<string, unknown> } }) =>
  linesAnswer(request.query?.category)

function windowOf(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width < Number.parseFloat(/max-width: ([\d.]+)/.exec(query)?.[1] ?? '0'),
    addEventListener() {},
    removeEventListener() {},
  }))
}

type Extensions = NonNullable<RemoteAnswers['extensions']>

function open(script: Record<string, unknown[]>, extensions: Extensions = {}) {
  const server = fakeServer(script)
  const visited: string[] = []
  const { shell } = createScriptedShell({
    api: server.api,
    answers: { dataSource: { kind: 'sample', label: 'Sample', today: DATE, season: 2026 }, extensions },
    report: (entry) => entry.kind === 'navigate' && visited.push(entry.to),
  })
  const view = render(<Root shell={shell} />)
  return { server, visited, view }
}
const table = (title: string) => screen.findByRole('table', { name: title })
const K = 'Strongest to Weakest: Strikeouts'
const HA = 'Strongest to Weakest: Hits Allowed'
const done = () => screen.findByText(/^Numbers read/)
const cardsOf = (title: string) =>
  within(screen.getByRole('region', { name: title })).queryAllByRole('listitem')
const bodyRows = (of: HTMLElement) => within(of).getAllByRole('row').slice(1)

beforeEach(() => {
  localStorage.clear()
  windowOf(1440)
})

describe('H1 the page', () => {
  it('has its heading, the long date in Eastern time and the explainer, without a session', async () => {
    open({ [DAY]: [stream], [LINES]: [lines] })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain("Today's Pitchers")
    expect(screen.getByText(/Saturday, July 18, 2026/).textContent).toContain('2026 ET')
    screen.getByText(/The edge z is the projection minus the line/)
    screen.getByText('Loading probable pitchers…')
    await done()
    expect(screen.getByText(/Saturday, July 18, 2026/).textContent).toContain(
      'Saturday, July 18, 2026 ET · 10 probable pitchers · times in UTC',
    )
    expect(bodyRows(await table(K))[0]?.textContent).toContain(' · 11:10 PM')
    const read = screen.getByText('Numbers read', { selector: '[role=status]' })
    expect(read.parentElement?.textContent).toBe('Numbers read just now')
  })

  it.each([
    [apiError('The stats service is away', 503), 'Request failed: 503', 'The stats service is away. It is'],
    [apiError('', 0, 'CONNECTION_ERROR'), 'Failed to load data', 'The server does not answer.'],
    [new Error(''), 'Failed to load data', 'It is retried automatically.'],
    [new Error('Something of its own'), 'Something of its own', 'It is retried automatically.'],
    [[], 'The answer was cut off', 'It is retried automatically.'],
  ])('shows the cause of a failure: %s', async (answer, title, detail) => {
    open({ [DAY]: [answer], [LINES]: [lines] })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByRole('heading').textContent).toBe(title)
    expect(alert.textContent).toContain(detail)
    within(alert).getByRole('button', { name: 'Retry' })
  })

  it('reads again on Retry', async () => {
    const { server } = open({ [DAY]: [apiError('away', 500), stream], [LINES]: [lines] })
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await done()
    expect(server.requests(DAY)).toHaveLength(3)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows an empty state when there are no pitchers', async () => {
    open({ [DAY]: [[start('strikeouts', []), end()]], [LINES]: [lines] })
    await screen.findByText('No probable pitchers found.')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it.each([
    [767, true],
    [768, false],
  ])('is covered at a window width of %d px: %s', async (width, covered) => {
    windowOf(width)
    const { server, visited } = open({ [DAY]: [stream], [LINES]: [lines] })
    const overlay = screen.queryByRole('alertdialog', { name: 'Desktop Only' })
    expect(overlay !== null).toBe(covered)
    expect(screen.queryAllByRole('table').length === 0).toBe(covered)
    if (!overlay) return
    expect(server.calls).toEqual([])
    await userEvent.click(within(overlay).getByRole('button', { name: 'Open the Dashboard' }))
    expect(visited).toEqual(['/'])
  })

  it('shows every section as cards after Show as cards, with the focus on its heading', async () => {
    windowOf(390)
    open({ [DAY]: [stream], [LINES]: [lines] })
    await userEvent.click(screen.getByRole('button', { name: 'Show as cards' }))
    const heading = screen.getByRole('heading', { level: 1, name: "Today's Pitchers" })
    expect(document.activeElement).toBe(heading)
    await done()
    expect(screen.queryByRole('table')).toBeNull()
    for (const title of [
      K,
      'Workhorses: Highest Avg IP',
      HA,
      'Not Ranked: Strikeouts',
      'Not Ranked: Hits Allowed',
    ])
      expect(cardsOf(title).length).toBeGreaterThan(0)
    screen.getByRole('region', { name: 'Top Picks Today: Strikeouts' })
    for (const card of cardsOf(K))
      expect(card.textContent).toMatch(/Line[\d.]+Projected[\d.]+Edge z.*Signal(HIGH|MEDIUM|LOW)Engine.*Over/)
  })
})

describe('H2 H3 H4 the tables', () => {
  it('contain every section with its rows, figures and reasons', async () => {
    open({ [DAY]: [stream], [LINES]: [lines] })
    await done()
    const strikeouts = await table(K)
    const rows = bodyRows(strikeouts)
    expect(rows.length).toBeGreaterThan(4)
    expect(bodyRows(await table(HA)).length).toBeGreaterThan(4)
    expect(bodyRows(await table('Workhorses: Highest Avg IP')).length).toBeGreaterThan(8)
    for (const row of rows) {
      expect(row.textContent).toMatch(/[+−]\d\.\d\d|0\.00/)
      expect(row.textContent).toMatch(/HIGH|MEDIUM|LOW/)
      expect(row.textContent).toMatch(/Over \d+%\d+–\d+/)
      within(row).getByRole('img', { name: /^Last 5 starts, oldest first, strikeouts: .*; line / })
    }
    within(strikeouts).getByText('No starts against KC since 2001')
    screen.getByRole('region', { name: 'Top Picks Today: Strikeouts' })
    for (const stat of ['Strikeouts', 'Hits Allowed'])
      expect(bodyRows(await table(`Not Ranked: ${stat}`))).toHaveLength(1)
    expect(screen.getAllByText('No line on the board').length).toBeGreaterThan(0)
  })

  it('show names and the weather of each game by other remotes, and the plain names without them', async () => {
    const { view } = open({ [DAY]: [stream], [LINES]: [lines] })
    await done()
    const name = PITCHERS[0]?.name ?? ''
    expect((await screen.findAllByText(name)).every((element) => element.closest('b'))).toBe(true)
    view.unmount()
    localStorage.clear()
    const asked: object[] = []
    open(
      { [DAY]: [stream], [LINES]: [lines] },
      {
        'analysis/player-link': (props) => `Link ${Object.values(props).join(', ')}`,
        'weather/mark': (props) => {
          asked.push(props)
          return 'Fair'
        },
      },
    )
    await done()
    expect(await screen.findAllByText(`Link ${name}, Pitcher Strikeouts`)).not.toHaveLength(0)
    expect(screen.queryByText(name)).toBeNull()
    const marks = within(await table(K)).getAllByText('Fair')
    expect(marks).toHaveLength(bodyRows(await table(K)).length)
    for (const { home, teamAbbr, oppAbbr, gameTime, venueName } of PITCHERS.slice(0, 2))
      expect(asked).toContainEqual({
        homeTeam: home ? teamAbbr : oppAbbr,
        gameTime,
        stadium: venueName,
      })
  })

  it('show the best price of each line, by the scanner', async () => {
    const asked: object[] = []
    open(
      { [DAY]: [stream], [LINES]: [lines] },
      {
        'scanner/best-price': (props) => {
          asked.push(props)
          return '−150 at Quill'
        },
      },
    )
    await done()
    for (const title of [K, HA]) {
      const rows = bodyRows(await table(title))
      expect(rows.filter(({ textContent }) => textContent?.includes('−150 at Quill'))).toHaveLength(
        rows.length,
      )
    }
    const { id: personId = 0, name: player = '', gamePk = 0 } = PITCHERS[0] ?? {}
    expect(asked).toContainEqual(
      expect.objectContaining({ personId, player, gamePk, stat: 'Hits Allowed', side: 'OVER' }),
    )
  })

  it('show placeholder rows and the progress while pitchers load', async () => {
    let release = () => {}
    const released = new Promise<void>((done) => {
      release = done
    })
    async function* slow(call: Parameters<typeof stream>[0]) {
      const records = stream(call)
      yield* records.slice(0, 4)
      await released
      yield* records.slice(4)
    }
    open({ [DAY]: [slow], [LINES]: [lines] })
    await screen.findByText('Strikeouts 3 of 10')
    expect(bodyRows(await table(K))).toHaveLength(9)
    release()
    await done()
    expect(bodyRows(await table(K)).length).toBeLessThanOrEqual(9)
  })

  it('are sorted by a column, with aria-sort', async () => {
    open({ [DAY]: [stream], [LINES]: [lines] })
    await done()
    const strikeouts = await table(K)
    const heading = within(strikeouts).getByRole('columnheader', { name: /^ERA/ })
    const eras = () => bodyRows(strikeouts).map((row) => Number(row.children[11]?.textContent))
    await userEvent.click(within(heading).getByRole('button'))
    expect(heading.getAttribute('aria-sort')).toBe('descending')
    expect(eras()).toEqual(eras().toSorted((a, b) => b - a))
    await userEvent.keyboard('{Enter}')
    expect(heading.getAttribute('aria-sort')).toBe('ascending')
    expect(eras()).toEqual(eras().toSorted((a, b) => a - b))
  })
})

describe('H4 pitchers without a rank', () => {
  /** Marek and Dal have no starts against today's opponent, Owen has one. */
  const withoutLine = ['Marek Vandersloot', "Dal O'Keefe", 'Owen Castellane']
  /** Recent starts of four innings: too short for a rank, with a line. */
  const short = ({ request }: Parameters<typeof stream>[0]) =>
    stream({ request }).map((record) =>
      record.type === 'pitcher' && record.id === PITCHERS[2]?.id
        ? { ...record, recent: record.recent.map((each) => ({ ...each, outs: 12 })) }
        : record,
    )
  const some = (call: { request: { query?: Record<string, unknown> } }) => {
    const answer = lines(call)
    return { ...answer, players: answer.players.filter(({ name }) => !withoutLine.includes(name)) }
  }
  const expected = [
    ['Marek Vandersloot', /HIGH.*Average \d+\.\d alone, no starts against KC.*No line on the board/],
    ["Dal O'Keefe", /(HIGH|MEDIUM|LOW).*Average \d+\.\d alone, no starts against ATL.*No line on the board/],
    ['Owen Castellane', /N\/A.*No line, 1 start against CLE.*No line on the board/],
    ['Arlo Pineda', /N\/A.*No starts this season/],
    ['Hideo Marumoto', /(HIGH|MEDIUM|LOW).*Edge z [+−]\d\.\d\d.*under 4.5 innings on average.*Over \d+%/],
  ] as const

  it.each([1440, 390])('show their signal, its basis and the reason at %d px', async (width) => {
    windowOf(width)
    open({ [DAY]: [short], [LINES]: [some] })
    if (width < 768) await userEvent.click(screen.getByRole('button', { name: 'Show as cards' }))
    await done()
    const title = 'Not Ranked: Strikeouts'
    const shown = width < 768 ? cardsOf(title) : bodyRows(await table(title))
    expect(shown).toHaveLength(expected.length)
    for (const [name, text] of expected)
      expect(shown.find((each) => each.textContent?.includes(name))?.textContent).toMatch(text)
    const ranked = width < 768 ? cardsOf(K) : bodyRows(await table(K))
    for (const [name] of expected) expect(ranked.some((each) => each.textContent?.includes(name))).toBe(false)
  })
})

describe('H5 slow lines', () => {
  const never = () => new Promise(() => {})

  it('do not remove pitchers from the tables while they load', async () => {
    open({ [DAY]: [stream], [LINES]: [never] })
    await done()
    expect(bodyRows(await table(K))).toHaveLength(10)
    expect(screen.getAllByText('The lines are loading').length).toBeGreaterThan(0)
    expect(screen.queryByText(/^No pitcher today/)).toBeNull()
    expect(screen.queryByText(/^Not Ranked/)).toBeNull()
    const heading = within(await table(K)).getByRole('columnheader', { name: /^ERA/ })
    await userEvent.click(within(heading).getByRole('button'))
    expect(bodyRows(await table(K))).toHaveLength(10)
  })

  it('keep the previous ranking until the book answers again', async () => {
    open({ [DAY]: [stream], [LINES]: [lines, lines, never] })
    await done()
    const ranked = bodyRows(await table(K)).map(({ textContent }) => textContent)
    await userEvent.click(screen.getByRole('button', { name: 'Read again' }))
    await done()
    expect(bodyRows(await table(K)).map(({ textContent }) => textContent)).toEqual(ranked)
  })

  it('keep the previous ranking, with its age, when the book fails', async () => {
    open({ [DAY]: [stream], [LINES]: [lines, lines, apiError('The book is away', 503)] })
    await done()
    const ranked = bodyRows(await table(K)).length
    vi.useFakeTimers({ shouldAdvanceTime: true })
    screen.getByRole('button', { name: 'Read again' }).click()
    await vi.advanceTimersByTimeAsync(40_000)
    vi.useRealTimers()
    await screen.findByText(/These lines were read (just now|\d+ min ago)\./)
    expect(bodyRows(await table(K))).toHaveLength(ranked)
  })
})

describe('H6 missing data', () => {
  it('is listed by pitcher, while all other data is shown', async () => {
    const [first, second] = PITCHERS
    if (!first || !second) throw new Error('two pitchers')
    const incomplete = [
      start('strikeouts'),
      facts(first, 'strikeouts'),
      { type: 'missing', id: second.id, reason: 'the game log could not be read' },
      end({ missing: 1 }),
    ]
    open({ [DAY]: [incomplete, stream], [LINES]: [lines] })
    await done()
    screen.getByText(/1 pitcher could not be loaded/)
    screen.getByText(/Owen Castellane \(strikeouts: the game log could not be read\)/)
  })

  it('H5 is reported for failed lines, while all other data is shown', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    open({ [DAY]: [stream], [LINES]: [apiError('The book is away', 503)] })
    await vi.advanceTimersByTimeAsync(40_000)
    vi.useRealTimers()
    await screen.findByText('The lines for strikeouts and hits allowed could not be loaded.')
    expect(bodyRows(await table('Workhorses: Highest Avg IP')).length).toBeGreaterThan(8)
    expect(screen.getAllByText('The lines could not be loaded').length).toBeGreaterThan(0)
  })
})
