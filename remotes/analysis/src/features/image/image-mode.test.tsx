import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anExtractedRow, anExtraction } from '../../testing/answers.ts'
import { openImageMode as open, PNG } from '../../testing/open-image-mode.tsx'

const CLEAR = anExtractedRow()
const DOUBTED = anExtractedRow({
  name: 'Dax Hol1oway',
  doubts: [{ field: 'name', reason: 'two readings differ' }],
  box: { x: 0.1, y: 0.5, width: 0.4, height: 0.1 },
})
const FAILURE = {
  message: 'Failed to extract player data from image',
  code: 'UNREADABLE',
  status: 422,
  requestId: 'req-5',
  cost: 'No credit was used.',
}

const readOf = (...rows: Parameters<typeof anExtraction>) => ({ read: anExtraction(...rows).data })
const row = (name: string | RegExp, expanded = true) => screen.getByRole('button', { name, expanded })
const analyzeButton = () => screen.getByRole('button', { name: /^(Analyze|Confirm and analyze) / })

beforeEach(() => vi.stubGlobal('createImageBitmap', undefined))
afterEach(() => vi.unstubAllGlobals())

describe('reading a picture', () => {
  it('N6: shows label and percent, can be cancelled, and reports the cost', async () => {
    const { choose, read, user, signals, isUnsaved } = open()
    await choose()
    expect(isUnsaved()).toBe(false)
    await read()
    const bar = screen.getByRole('progressbar', { name: 'Reading the picture' })
    expect(bar.getAttribute('aria-valuenow')).toBe('25')
    expect(isUnsaved()).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(signals[0]?.aborted).toBe(true)
    expect(
      screen.getByText(
        'The credits on hold pay for your next picture or are returned. Reading the same picture again is free.',
      ),
    ).toBeDefined()
    expect(screen.getByText('card.png')).toBeDefined()
  })

  it('N5: shows Failed to extract player data from image, keeps the picture, and sends it again on Retry', async () => {
    const { choose, read, user, sent } = open([{ failure: FAILURE }, readOf(CLEAR)])
    await choose()
    await read()
    expect(
      await screen.findByText(/Failed to extract player data from image No credit was used/),
    ).toBeDefined()
    expect(screen.getByText('card.png')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: '1 row read' })).toBeDefined()
    expect(sent).toEqual([PNG, PNG])
  })

  it('shows a notice when the browser cannot display the picture', async () => {
    const { choose } = open()
    await choose()
    expect(await screen.findByText('This browser cannot show the picture, but it can be read.')).toBeDefined()
  })
})

describe('the extracted rows', () => {
  const opened = async (...rows: Parameters<typeof anExtraction>) => {
    const page = open([readOf(...rows)])
    await page.choose()
    await page.read()
    await screen.findByRole('heading', { name: /read$/ })
    return page
  }

  it('N5: flag uncertain fields, expand their row, and are all analyzed by one press', async () => {
    const { user, analyzed } = await opened(CLEAR, DOUBTED)
    expect(screen.getByText('1 row to check.')).toBeDefined()
    expect(row(/Mateo Villareal.*Read clearly/, false)).toBeDefined()
    expect(row(/Dax Hol1oway.*Uncertain/)).toBeDefined()
    const field = screen.getByLabelText('Player')
    expect(field.getAttribute('aria-describedby')).not.toBeNull()
    expect(screen.getByText('Uncertain: two readings differ')).toBeDefined()
    expect(screen.getByText('1 row has marked fields that are uncertain.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Confirm and analyze 2 rows' }))
    expect(analyzed[0]?.map(({ name }) => name)).toEqual(['Mateo Villareal', 'Dax Hol1oway'])
  })

  it('N5: can be corrected in every field, and need no confirmation after the correction', async () => {
    const { user, analyzed, state } = await opened(DOUBTED)
    expect(screen.queryByLabelText('Team')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Other fields' }))
    await user.clear(screen.getByLabelText('Player'))
    await user.type(screen.getByLabelText('Player'), 'Dax Holloway')
    await user.clear(screen.getByLabelText('Team'))
    await user.type(screen.getByLabelText('Team'), 'tex')
    await user.selectOptions(screen.getByLabelText('Stat'), 'Hits')
    const line = screen.getByLabelText('Line')
    expect(line.getAttribute('step')).toBe('0.5')
    await user.clear(line)
    await user.type(line, '0.5')
    await user.click(screen.getByRole('radio', { name: 'Less' }))
    await user.click(screen.getByRole('radio', { name: 'Goblin' }))
    expect(screen.getByText('Every row is clear or checked.')).toBeDefined()
    expect(state.draft).toMatchObject([{ name: 'Dax Holloway', team: 'tex', doubts: [] }])
    await user.click(analyzeButton())
    expect(analyzed[0]).toMatchObject([
      {
        name: 'Dax Holloway',
        team: 'TEX',
        stats: '0.5 Less Hits',
        line: 0.5,
        statType: 'Hits',
        oddsType: 'goblin',
      },
    ])
    expect(screen.queryByText(/that are uncertain/)).toBeNull()
  })

  it('N5: are all confirmed by one press when none is uncertain', async () => {
    const { user, analyzed } = await opened(CLEAR, anExtractedRow({ name: 'Cal Whitlock' }))
    expect(screen.getByText('Every row is clear or checked.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'All right' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Confirm and analyze 2 rows' }))
    expect(analyzed[0]?.map(({ name }) => name)).toEqual(['Mateo Villareal', 'Cal Whitlock'])
  })

  it('N5: show a matched name with the name as read, which the user can choose instead', async () => {
    const readName = 'Mateo Vi1lareal'
    const doubts = [{ field: 'name' as const, reason: `Read as '${readName}'.` }]
    const { user, analyzed } = await opened(anExtractedRow({ readName, doubts }))
    await user.click(row(/Mateo Villareal.*Read as Mateo Vi1lareal.*Matched/, false))
    expect(screen.getByText('Matched. Read as Mateo Vi1lareal')).toBeDefined()
    await user.click(screen.getByRole('button', { name: `Use ${readName}` }))
    expect(screen.getByLabelText('Player')).toHaveProperty('value', readName)
    expect(screen.queryByText(/^Matched/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Use Mateo Villareal' }))
    await user.click(analyzeButton())
    expect(analyzed[0]?.[0]?.name).toBe('Mateo Villareal')
  })

  it('N5: offer similar names for an uncertain name', async () => {
    const { user } = await opened({ ...DOUBTED, similarNames: ['Dax Holloway', 'Max Holloway'] })
    expect(screen.getByRole('button', { name: 'Use Max Holloway' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Use Dax Holloway' }))
    expect(screen.getByLabelText('Player')).toHaveProperty('value', 'Dax Holloway')
    expect(screen.getByText('Every row is clear or checked.')).toBeDefined()
  })

  it.each([
    ['side', 'More or Less', 'radiogroup'],
    ['oddsType', 'Odds type', 'radiogroup'],
    ['line', 'Line', 'spinbutton'],
    ['statType', 'Stat', 'combobox'],
  ] as const)('N5: mark the uncertain %s at its own field only', async (field, label, role) => {
    const reason = 'Not seen in the picture'
    await opened(anExtractedRow({ doubts: [{ field: 'stats', reason, parts: [{ field, reason }] }] }))
    const hint = screen.getByText(`Uncertain: ${reason}`)
    const control = screen.getByRole(role, { name: new RegExp(`^${label}`) })
    expect(hint.parentElement?.contains(control)).toBe(true)
  })

  it('N5: are asked for uncertain fields only, and all marked as checked by one All right', async () => {
    const { user } = await opened(DOUBTED, { ...DOUBTED, name: 'Max Hol1oway' })
    expect(screen.getAllByLabelText('Player')).toHaveLength(2)
    expect(screen.queryByLabelText('Line')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'All right' }))
    expect(screen.getAllByRole('button', { name: /Checked/ })).toHaveLength(2)
    expect(screen.queryByText(/^Uncertain:/)).toBeNull()
  })

  it('N5: can be removed and added, and an incomplete one is left out and counted', async () => {
    const { user, analyzed } = await opened(DOUBTED)
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(screen.getByRole('heading', { name: '0 rows read' })).toBeDefined()
    expect(analyzeButton()).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Add a row' }))
    for (const words of ['Name the player', 'Choose the stat', 'A number in steps of 0.5']) {
      expect(screen.getByText(words)).toBeDefined()
    }
    expect(screen.getByText('1 row lacks a name, a stat or a line and is left out.')).toBeDefined()
    expect(analyzeButton()).toHaveProperty('disabled', true)
    await user.type(screen.getByLabelText('Player'), 'Cal Whitlock')
    await user.selectOptions(screen.getByLabelText('Stat'), 'Runs')
    await user.type(screen.getByLabelText('Line'), '0.5')
    await user.click(analyzeButton())
    expect(analyzed[0]).toMatchObject([{ name: 'Cal Whitlock', statType: 'Runs' }])
  })

  it('N5 G04: name a market that is not offered, keep its row on the board, and analyze the others', async () => {
    const market = anExtractedRow({
      name: 'Marco Bellini',
      statType: 'Pitches Thrown',
      stats: '88.5 Less Pitches Thrown',
      line: 88.5,
      doubts: [{ field: 'stats', reason: 'Pitches Thrown is not offered' }],
    })
    const { user, analyzed } = await opened(market, CLEAR)
    expect(row(/Marco Bellini.*88.5.*Pitches Thrown.*Market not offered/)).toBeDefined()
    expect(
      screen.getByText('1 row has a market that is not offered: Pitches Thrown. No analysis of it.'),
    ).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Confirm and analyze 1 row' }))
    expect(analyzed[0]?.map(({ name, stats }) => [name, stats])).toEqual([
      ['Marco Bellini', '88.5 Less Pitches Thrown'],
      ['Mateo Villareal', '1.5 More Total Bases'],
    ])
  })

  it('N5: highlight their place in the picture on hover and focus', async () => {
    const bitmap = { width: 800, height: 1200, close: vi.fn() }
    vi.stubGlobal('createImageBitmap', () => Promise.resolve(bitmap))
    const drawImage = vi.fn()
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never)
    const { user, view } = await opened(CLEAR, DOUBTED)
    expect(await screen.findByRole('img', { name: 'card.png, 2 rows marked' })).toBeDefined()
    expect(drawImage).toHaveBeenCalledWith(bitmap, 0, 0, 800, 1200)
    const marked = () =>
      [...document.querySelectorAll('canvas ~ span')].map((box) => box.className.includes('active'))
    expect(marked()).toEqual([false, false])
    await user.hover(screen.getByRole('button', { name: /Dax/ }))
    expect(marked()).toEqual([false, true])
    screen.getByRole('button', { name: /Mateo/ }).focus()
    await waitFor(() => expect(marked()).toEqual([true, false]))
    view.unmount()
    expect(bitmap.close).toHaveBeenCalled()
  })

  it('become the board, and can be corrected and analyzed again without charge', async () => {
    const { user, become, state, isUnsaved, analyzed } = await opened(CLEAR)
    expect(isUnsaved()).toBe(true)
    await user.click(analyzeButton())
    become({ phase: 'complete', step: 'complete' })
    expect(screen.getByText('The board')).toBeDefined()
    const slip = within(screen.getByRole('list'))
    expect(slip.getByRole('listitem').textContent).toMatch(/^Mateo Villareal 1\.5 More Total Bases/)
    expect(isUnsaved()).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Edit rows' }))
    expect(screen.queryByText('The board')).toBeNull()
    expect(row(/Mateo Villareal.*Checked/, false)).toBeDefined()
    await user.click(analyzeButton())
    expect(analyzed).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'New picture' }))
    expect(state.forgotten).toBe(1)
    expect(screen.getByText('A screenshot of your prop card')).toBeDefined()
  })

  it('survive a reload without their picture, and invalid stored rows are ignored', async () => {
    const { state, view } = await opened(CLEAR, DOUBTED)
    view.unmount()
    const again = open([], state.draft)
    expect(screen.getByRole('heading', { name: '2 rows read' })).toBeDefined()
    expect(screen.getByText(/The picture is not kept after a reload/)).toBeDefined()
    again.view.unmount()
    open([], [{ name: 7 }])
    expect(within(document.body).getByText('A screenshot of your prop card')).toBeDefined()
  })
})
