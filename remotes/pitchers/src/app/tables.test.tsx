import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { apiError, PITCHERS, stream } from '../testing/fixtures.ts'
import {
  bodyRows,
  cardsOf,
  DAY,
  done,
  HA,
  K,
  LINES,
  lines,
  open,
  resetPage,
  table,
  windowOf,
} from '../testing/open-page.tsx'

beforeEach(resetPage)

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

  it('mark an opener beside the name, in the tables and the top picks', async () => {
    const [opener] = PITCHERS
    const withOpener = (call: Parameters<typeof stream>[0]) =>
      stream(call).map((record) =>
        record.type === 'pitcher' && record.id === opener?.id
          ? { ...record, forecastNote: 'opener' }
          : record,
      )
    open({ [DAY]: [withOpener], [LINES]: [lines] })
    await done()
    await table(K)
    const marks = await screen.findAllByText('Opener')
    expect(marks.length).toBeGreaterThan(1)
    for (const mark of marks) expect(mark.closest('b')?.textContent).toBe(`${opener?.name} Opener`)
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
    ['Hideo Marumoto', /(HIGH|MEDIUM|LOW).*Edge [+−]\d\.\d\d.*under 4.5 innings on average.*Over \d+%/],
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
