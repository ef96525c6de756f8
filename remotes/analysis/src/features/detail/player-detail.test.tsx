import type { GameLogRecord, Tonight } from '@propsight/shared/contracts'
import { openSports } from '@propsight/shared/domain'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ann, cell, forecast, HITS, line, open, sides, slider } from '../../testing/ann-ace.tsx'
import { aDetail } from '../../testing/answers.ts'
import { openDetail } from '../../testing/open-detail.tsx'
import { aBatter, aForecast, aLine, withoutRuns } from '../../testing/players.ts'

afterEach(() => vi.useRealTimers())

describe('N12: the player prop detail view', () => {
  it('shows rank, player, position, hand and next opponent, and the way back to the board', async () => {
    const { user, closed, steps } = open({ category: 'Total Bases' })
    expect(screen.getByRole('img', { name: 'Rank 1' }).textContent).toBe('1')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Ann Ace' }))
    expect(screen.getByText(/^LF · bats right · Home vs TEX · 1:40 AM UTC$/)).toBeTruthy()
    const [previous, next] = ['Previous player', 'Next player'].map(
      (name) => screen.getAllByRole('button', { name })[0],
    )
    expect(previous?.getAttribute('aria-disabled')).toBe('true')
    if (previous) await user.click(previous)
    if (next) await user.click(next)
    expect(steps).toEqual([1])
    await user.click(screen.getByRole('button', { name: 'Total Bases, 1 of 296' }))
    expect(closed.times).toBe(1)
  })

  it('splits the games of another sport by place, opponent, rest and team-mates, and marks those of the next game', async () => {
    onTestFinished(() => openSports(['MLB']))
    await openSports(['NBA'])
    const games = (
      [
        ['01-02', 'BOS', 'HOME', 30, 36],
        ['01-03', 'MIA', 'AWAY', 20, 30],
        ['01-05', 'BOS', 'AWAY', 10, 33],
      ] as const
    ).map(([day, opponent, homeAway, points, minutes], at) => ({
      ...{ date: `2026-${day}`, gamePk: at + 1, opponent, homeAway, started: true },
      counts: { points, minutes, rebounds: 0 },
    }))
    const tonight: Tonight = {
      ...{ gamePk: 9, date: '2026-01-07', startsAt: '2026-01-08T00:00:00Z', opponent: 'BOS' },
      ...{ homeAway: 'HOME', homeTeam: 'GSW', lineup: { announced: false, slot: null }, starter: null },
    }
    const star: GameLogRecord = {
      ...{ type: 'athlete', group: 'basketball', name: 'Ann Ace', fullName: 'Ann Ace', team: 'GSW' },
      ...{ personId: 1, position: 'G', batSide: null, pitchHand: null, games, tonight },
      teamMates: [
        { name: 'Bo Big', out: true, missed: [2] },
        { name: 'Cy New', out: false, missed: [3], since: '2026-01-03' },
      ],
    }
    const points = aLine({ name: 'Ann Ace', team: 'GSW', statType: 'Points', line: 15.5 })
    openDetail(star, [points], aDetail(forecast))
    const table = await screen.findByRole('table', { name: /^Points by place, rest and team-mates/ })
    // The markets in which the player never had anything have no tab.
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['POINTS', 'PTS+REBS'])
    const rows = within(table).getAllByRole('row')
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '))).toEqual([
      'Split | Games | Minutes | Average | Against 15.5',
      'Season | 3 | 33.0 | 20.0 | 2 of 3 over',
      'Home | 1 | 36.0 | 30.0 | 1 of 1 over',
      'Away | 2 | 31.5 | 15.0 | 1 of 2 over',
      'Against BOS | 2 | 34.5 | 20.0 | 1 of 2 over',
      'No rest | 1 | 30.0 | 20.0 | 1 of 1 over',
      'One day | 1 | 33.0 | 10.0 | 0 of 1 over',
      'With Bo Big | 2 | 34.5 | 20.0 | 1 of 2 over',
      'Without Bo Big (out) | 1 | 30.0 | 20.0 | 1 of 1 over',
      'With Cy New | 1 | 30.0 | 20.0 | 1 of 1 over',
      'Without Cy New | 1 | 33.0 | 10.0 | 0 of 1 over',
    ])
    const isChosen = (row: HTMLElement) => row.className.includes('chosen')
    expect(rows.filter(isChosen).map((row) => row.firstElementChild?.textContent)).toEqual([
      'Home',
      'Against BOS',
      'One day',
      'Without Bo Big (out)',
    ])
  })

  it('shows Away @ for a road game', () => {
    openDetail(ann, [aLine({ name: 'Ann Ace', homeAway: 'AWAY', id: 'away' })], aDetail(forecast))
    expect(screen.getByText(/Away @ TEX/)).toBeTruthy()
  })

  it('names the weekday of a game that is not today', () => {
    openDetail(
      ann,
      [aLine({ name: 'Ann Ace', gameTime: '2026-07-20T01:40:00Z', id: 'next' })],
      aDetail(forecast),
    )
    expect(screen.getByText(/Home vs TEX · Mon 1:40 AM UTC$/)).toBeTruthy()
  })

  it('shows TBD when the next opponent is unknown', () => {
    openDetail(
      ann,
      [aLine({ name: 'Ann Ace', opponent: null, homeAway: null, gameTime: null, id: 'tbd' })],
      aDetail(forecast),
    )
    expect(screen.getByText('LF · bats right · TBD')).toBeTruthy()
  })

  it('shows line, graded confidence, interval, break-even, fair line and average', () => {
    open()
    const verdict = screen.getByRole('heading', { name: 'Line and confidence' }).parentElement as HTMLElement
    expect(within(verdict).getByText('81').className).toContain('u-good')
    expect(verdict.textContent).toContain('Over 1.5')
    expect(
      screen.getByRole('img', { name: '81 percent likely over, interval 71 to 91, break-even 57.7' }),
    ).toBeTruthy()
    expect(verdict.textContent).toContain('71–91')
    expect(verdict.textContent).toMatch(
      /Fair line2\.1\+0\.6 on the lineAverage2\.510 gamesOdds typeStandardbreak-even 57\.7%/,
    )
  })

  it.each([
    [0.8, 'u-good'],
    [0.79, 'u-mid'],
    [0.55, 'u-mid'],
    [0.54, 'u-low'],
  ])('grades a confidence of %d as %s (80/55)', (chance, grade) => {
    const of = aForecast('Hits', 0.9, chance, 0.1)
    openDetail(aBatter('Ann Ace', HITS, { forecasts: [of] }), [line], aDetail(of))
    const figure = screen.getByText(String(Math.round(100 * chance)), { selector: 'b.u-fig' })
    expect(figure.className).toContain(grade)
  })

  it('draws the last 10 games as Recent Games Performance, with the result as accessible text', async () => {
    open()
    expect(screen.getByRole('heading', { name: 'Recent Games Performance' })).toBeTruthy()
    expect(
      screen.getByRole('img', { name: 'Hits in the last 10 games against a line of 1.5: 8 of 10 over' }),
    ).toBeTruthy()
    const expected = HITS.map((value) => (value > 1.5 ? 'over' : 'under'))
    await waitFor(() => expect(sides()).toEqual(expected))
  })

  it('summarizes hit rate with counts, averages, trend and streak', () => {
    open()
    expect(cell('Hit rate')).toBe('80%8 of 10 over')
    expect(cell('Average, 10 games')).toBe('2.5')
    expect(cell('Average, last 5')).toBe('2.8')
    expect(cell('Trend')).toBe('Up +0.3')
    expect(cell('Streak')).toBe('2 over')
  })

  it('shows a flat trend of 0.05 with two decimals, which one decimal would show as a rise', () => {
    openDetail(
      aBatter('Ann Ace', [1, 1, 0, 1, 1, 1, 1, 0], { forecasts: [forecast] }),
      [line],
      aDetail(forecast),
    )
    expect(cell('Trend')).toBe('Flat +0.05')
  })

  it('marks a game on the line as a push and excludes it from the rate', async () => {
    const { user } = openDetail(ann, [aLine({ name: 'Ann Ace', line: 2 })], aDetail(forecast))
    expect(cell('Hit rate')).toBe('67%4 of 6 over · 4 push')
    await waitFor(() => expect(sides().filter((side) => side === 'push')).toHaveLength(4))
    expect(screen.getAllByText('push')).toHaveLength(4)
    await user.click(screen.getAllByRole('radio', { name: 'Table' })[0] as HTMLElement)
    const rows = within(screen.getByRole('table', { name: /Hits by game, newest first/ })).getAllByRole('row')
    expect(rows).toHaveLength(11)
    const resultOf = (value: number) => {
      if (value === 2) return 'push'
      return value > 2 ? 'OVER' : 'UNDER'
    }
    expect(rows.slice(1).map((row) => row.lastElementChild?.textContent)).toEqual(
      HITS.toReversed().map(resultOf),
    )
  })

  it('offers the book’s other lines of the market, which can be saved', async () => {
    const goblin = aLine({ name: 'Ann Ace', line: 0.5, oddsType: 'goblin' })
    const { user } = openDetail(ann, [line, goblin], aDetail(forecast))
    await user.click(screen.getByRole('button', { name: 'Goblin 0.5' }))
    expect(screen.getByRole('button', { name: 'Save 0.5' })).toBeTruthy()
    expect(screen.getByText('Goblin', { selector: 'b' })).toBeTruthy()
    expect(screen.getByText('More only, no public payout')).toBeTruthy()
  })

  it('shows the chance of over at alternate lines, with the lines of the book, as a chart and as a table', async () => {
    const goblin = aLine({ name: 'Ann Ace', line: 0.5, oddsType: 'goblin' })
    const { user, panel } = openDetail(ann, [line, goblin], aDetail(forecast))
    const ladder = within(panel('Alternate lines'))
    const name = 'Hits, chance of over by line: 90% at 0.5 (Goblin), 81% at 1.5 (Standard), 30% at 2.5'
    const chart = ladder.getByRole('img', { name }).parentElement
    await waitFor(() => expect(chart?.querySelectorAll('svg path[fill="var(--over-fill)"]')).toHaveLength(3))
    await user.click(screen.getByRole('button', { name: 'More Line' }))
    expect(ladder.getByRole('img', { name })).toBeTruthy()
    await user.click(ladder.getByRole('radio', { name: 'Table' }))
    const rows = within(ladder.getByRole('table', { name: 'Hits: chance of over by line' })).getAllByRole(
      'row',
    )
    expect(rows.slice(1).map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['0.5', 'Goblin', '90%', '80–100', '—'],
      ['1.5', 'Standard', '81%', '71–91', '—'],
      ['2.5', '—', '30%', '20–40', '—'],
    ])
    expect(ladder.getByText(/^The engine’s chance at each line/)).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'WALKS' }))
    expect(ladder.getByText('No probability: none for this stat.')).toBeTruthy()
    expect(ladder.queryByRole('radio')).toBeNull()
  })

  it('has six stat tabs that arrow keys switch, and updates bars and average', async () => {
    const { user } = open()
    const tabs = screen.getAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'HITS',
      'TOTAL BASES',
      'HOME RUNS',
      'RBIs',
      'HITS + RUNS + RBIs',
      'WALKS',
    ])
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('HITS')
    tabs[0]?.focus()
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement?.textContent).toBe('WALKS')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('WALKS')
    expect(slider().getAttribute('aria-valuetext')).toBe('0.5, 0 of 10 over')
    expect(cell('Average, 10 games')).toBe('0.0')
    expect(screen.getByText('no ranked line on this board')).toBeTruthy()
    expect(screen.getByText('This board ranks no line on this; this one is yours.')).toBeTruthy()
    expect(screen.getAllByText('No probability: none for this stat.').length).toBeGreaterThan(0)
  })

  it('offers the lines of the book that are not on the board', async () => {
    const bookLines = {
      Hits: [{ line: 1.5, oddsType: 'standard' as const }],
      Walks: [
        { line: 1.5, oddsType: 'standard' as const },
        { line: 2.5, oddsType: 'demon' as const },
      ],
    }
    const { user } = openDetail(ann, [line], aDetail(forecast, { bookLines }))
    expect(screen.queryByText(/not on this board:/)).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'WALKS' }))
    expect(await screen.findByText('At the book, not on this board:')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Demon 2.5' }))
    expect(slider().getAttribute('aria-valuetext')).toBe('2.5, 0 of 10 over')
  })

  it('tells how many games could not be read', () => {
    openDetail({ ...(ann as Extract<typeof ann, { type: 'player' }>), unread: 2 }, [line], aDetail(forecast))
    expect(screen.getByText('2 games could not be read. No number here includes them.')).toBeTruthy()
  })

  it('filters the games by count, by home, by opponent and by the starter’s hand', async () => {
    const { user } = open()
    await user.click(screen.getByRole('radio', { name: '5' }))
    expect(cell('Average, 5 games')).toBe('2.8')
    await user.click(screen.getByRole('radio', { name: 'Season' }))
    await user.click(screen.getByRole('radio', { name: 'Home' }))
    expect(cell('Hit rate')).toBe('60%3 of 5 over')
    await user.click(await screen.findByRole('radio', { name: 'vs LHP' }))
    expect(cell('Hit rate')).toBe('100%2 of 2 over')
    await user.click(screen.getByRole('radio', { name: 'vs TEX' }))
    expect(cell('Hit rate')).toBe('80%8 of 10 over')
  })

  it('gives the reason instead of bars for a stat that the source has no counts of', async () => {
    const { user } = openDetail(withoutRuns(ann), [line], aDetail(forecast))
    await user.click(screen.getByRole('tab', { name: 'HITS + RUNS + RBIs' }))
    expect(screen.getByText('The source of the game log lacks counts of this stat.')).toBeTruthy()
    expect(
      screen.getAllByText('No probability: the source lacks counts of this stat.').length,
    ).toBeGreaterThan(0)
    expect(screen.queryByText('Demo')).toBeNull()
    expect(cell('Hit rate')).toBe('—0 of 0 over')
  })

  it('shows labelled demo bars, excluded from every number, only when there is no game', () => {
    const rookie = { ...ann, games: [] } as typeof ann
    const { props } = openDetail(ann, [line], aDetail(forecast))
    expect(screen.queryByText('Demo')).toBeNull()
    openDetail(ann, [line], aDetail(forecast), { ...props, record: rookie as typeof props.record })
    expect(screen.getAllByText('Demo').length).toBeGreaterThan(0)
    expect(screen.getByRole('img', { name: /^Demo: ten example games/ })).toBeTruthy()
    const rates = screen.getAllByText('Hit rate', { selector: 'dt' })
    expect(rates.at(-1)?.nextElementSibling?.textContent).toBe('—')
    expect(screen.getByText('Average, Demo').nextElementSibling?.textContent).toBe('0.7')
    expect(screen.getAllByRole('slider', { name: 'Line' }).at(-1)?.getAttribute('aria-valuenow')).toBe('0.5')
    expect(screen.getAllByRole('button', { name: 'Save' }).at(-1)?.hasAttribute('disabled')).toBe(true)
  })
})
