import { createScriptedShell } from '@propsight/harness'
import { type GenerateParlayResponse, PARLAY_SIZE } from '@propsight/shared/contracts'
import { PARLAY_CONFIDENCE_STEPS_PERCENT } from '@propsight/shared/domain'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { confidenceTag } from '../../state/parlay-text.ts'
import { aLeg, anAnswer, aParlay, aPickRow, openGate } from '../../testing/parlay-fixtures.ts'
import { copyText } from './copy-parlay.tsx'
import { ParlayCalls } from './parlay-calls.ts'
import { ParlayDialogs } from './parlay-dialogs.tsx'
import { useParlay } from './use-parlay.ts'

openGate('Total Bases')

const load = async () => ParlayCalls

function Screen({ shell }: { shell: ReturnType<typeof createScriptedShell>['shell'] }) {
  const parlay = useParlay(shell, load)
  return (
    <>
      <button
        type="button"
        onClick={() => parlay.start({ size: 3, rows: [0, 1, 2].map((at) => aPickRow(at)), open: 3 })}
      >
        Parlay
      </button>
      <ParlayDialogs shell={shell} parlay={parlay} />
    </>
  )
}

async function generate(answer: GenerateParlayResponse | Promise<GenerateParlayResponse> = anAnswer()) {
  const script = ({ spend }: { spend(credits: number): void }) => {
    spend(1)
    return answer
  }
  const { shell } = createScriptedShell({ answers: { api: { 'POST /api/parlay/generate-parlay': script } } })
  const user = userEvent.setup()
  render(<Screen shell={shell} />)
  await user.click(screen.getByRole('button', { name: 'Parlay' }))
  return user
}
const opened = () => screen.findByRole('dialog', { name: 'Parlay Recommendations' })

beforeEach(() => sessionStorage.clear())

describe('P8: the progress dialog of a parlay', () => {
  it('shows the current step, and the effect of Cancel', async () => {
    await generate(new Promise<never>(() => undefined))
    const loading = await screen.findByRole('alertdialog', { name: 'Building your parlays' })
    await waitFor(() =>
      expect(loading.querySelector('[aria-current="step"]')?.textContent).toContain(
        'Ranking 3-leg parlays from 3 picks on the server, and saving the best',
      ),
    )
    expect(within(loading).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('33')
    expect(loading.textContent).toContain(
      'Cancel stops only the wait. Parlays already started cost 1 credit and are kept in Past Parlays.',
    )
    within(loading).getByRole('button', { name: 'Cancel' }).click()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})

describe('P9: Parlay Recommendations', () => {
  it('has a tab per parlay with rank and confidence, selected by arrow keys', async () => {
    const user = await generate()
    const dialog = await opened()
    for (const name of [/^Parlay 1 ?23.4 ?%$/, /^Parlay 2 ?21.6 ?%$/, /^Parlay 3 ?19.1 ?% ?no edge shown$/])
      expect(within(dialog).getByRole('tab', { name })).toBeDefined()
    within(dialog)
      .getByRole('tab', { name: /^Parlay 1/ })
      .focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(within(dialog).getByRole('tab', { selected: true, name: /^Parlay 3/ })).toBeDefined()
    expect(within(dialog).getByRole('tabpanel', { name: /Parlay 3/ }).textContent).toContain(
      'Recommendedno edge shown',
    )
  })

  it('shows legs, joint probability with interval and break-even, payout and insights', async () => {
    await generate()
    const text = (await opened()).textContent ?? ''
    for (const part of [
      'Dax HollowayCIN @ COL',
      'Total Bases, projected 2.1',
      'Under 1.5',
      '63%57–69',
      'three games, one leg each',
      'All legs hit23.4%Below 90',
      '17.6–29.8 break-even 20.0',
      'Pays5×',
      'Expected value+17.2%−12.0 to +49.0',
      'Recommended0.5 unit',
      'StrengthDax Holloway leads at 63%.',
      'TrendOver in 7 of 10.',
      'RiskThree legs must hit.',
      'Saved to Past Parlays · 19 credits left',
    ]) {
      expect(text).toContain(part)
    }
    expect(
      screen.getByRole('img', {
        name: '23.4 percent likely that all legs win, interval 17.6 to 29.8, break-even 20.0',
      }),
    ).toBeDefined()
  })

  it('explains the colours of the confidence tag separately from the expected value', async () => {
    const won = { expectedValue: { value: 116, low: 20, high: 210 }, recommendedUnits: 2 }
    await generate(anAnswer({ parlays: [aParlay(1, { overallConfidence: 36, ...won })] }))
    const text = (await opened()).textContent ?? ''
    expect(text).toContain('Below 90')
    expect(text).toContain('Recommended2 units')
    expect(text).toContain(
      'The badge grades only the chance that all legs hit: green from 95%, yellow from 92%, plain from 90%, red below. The expected value also counts the payout.',
    )
  })

  it('has a confidence tag with steps at 95, 92 and 90', () => {
    expect(PARLAY_CONFIDENCE_STEPS_PERCENT).toEqual([95, 92, 90])
    expect(confidenceTag(95)).toEqual({ text: '95 or more', tone: 'good' })
    expect(confidenceTag(94.9)).toEqual({ text: '92 or more', tone: 'mid' })
    expect(confidenceTag(91.9)).toEqual({ text: '90 or more' })
    expect(confidenceTag(89.9)).toEqual({ text: 'Below 90', tone: 'low' })
    expect(PARLAY_SIZE).toEqual({ least: 2, most: 10, usual: 2 })
  })

  it('shows how legs of the same game change the joint probability', async () => {
    const picks = [aLeg(0, { gamePk: 7 }), aLeg(1, { gamePk: 7 }), aLeg(2)]
    await generate(anAnswer({ parlays: [aParlay(1, { picks, independent: 21.9 })] }))
    expect((await opened()).textContent).toContain('two games, correlation +1.5 points (21.9% without)')
  })

  it('tells legs on both games of a doubleheader apart by their starts', async () => {
    const picks = [
      aLeg(0, { startsAt: '2026-07-18T17:05:00Z' }),
      aLeg(1, { startsAt: '2026-07-18T23:10:00Z' }),
    ]
    const parlay = aParlay(1, { picks, parlaySize: 2 })
    await generate(anAnswer({ parlays: [parlay] }))
    const text = (await opened()).textContent
    for (const part of ['CIN @ COL · 5:05 PM', 'BOS @ COL · 11:10 PM', 'one leg each · times in UTC'])
      expect(text).toContain(part)
    expect(copyText(parlay)).toContain('2 legs, times in UTC\n1. Dax Holloway (CIN @ COL · 5:05 PM)')
  })

  it('shows no expected value while the gate of a market is closed, whatever the server sends', async () => {
    const parlay = aParlay(1, { picks: [aLeg(0), aLeg(1, { statType: 'Hits' }), aLeg(2)] })
    const reason = 'the record of these markets supports no edge'
    await generate(anAnswer({ parlays: [parlay] }))
    const text = (await opened()).textContent
    expect(text).toContain(`No value and no stake: ${reason}.`)
    expect(text).not.toMatch(/Expected value\+|units?\b/)
    expect(copyText(parlay)).toContain(`No value: ${reason}`)
  })

  it('shows no expected value, with a reason, when the payout is not public', async () => {
    const unpriced = 'goblins and demons have no public payout'
    const none = { pays: null, breakEven: null, expectedValue: null, recommendedUnits: null, unpriced }
    const parlay = aParlay(1, { ...none, words: 'no edge shown' })
    await generate(anAnswer({ parlays: [parlay] }))
    const text = (await opened()).textContent
    expect(text).toContain(`No value and no stake: ${unpriced}, no edge shown.`)
    expect(copyText(parlay)).toContain(`No value: ${unpriced} · no edge shown`)
    expect(text).toContain('no public break-even')
  })

  it('lists omitted picks, each with its reason', async () => {
    const leftOut = [{ pickId: aPickRow(2).id, reason: 'The game has begun' }]
    await generate(anAnswer({ leftOut }))
    const dialog = await opened()
    expect(within(dialog).getByText('1 pick left out')).toBeDefined()
    expect(dialog.textContent).toContain('Gareth Lindqvist, Total Bases 1.5: The game has begun')
  })

  it('copies a parlay as text and announces it inside the dialog', async () => {
    const user = await generate()
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const dialog = await opened()
    await user.click(within(dialog).getByRole('button', { name: 'Copy Parlay' }))
    await waitFor(() => expect(within(dialog).getByText('Parlay copied').getAttribute('role')).toBe('status'))
    expect(write.mock.calls[0]?.[0].split('\n')).toEqual([
      'Propsight parlay 1, 3 legs',
      '1. Dax Holloway (CIN @ COL): Over 1.5 Total Bases, 63% (57–69)',
      '2. Cal Whitlock (BOS @ COL): Under 1.5 Total Bases, 62% (56–68)',
      '3. Gareth Lindqvist (TEX @ COL): Over 1.5 Total Bases, 61% (55–67)',
      'All legs hit: 23.4% (17.6–29.8), break-even 20.0%',
      'Pays 5× · Expected value +17.2% · Recommended 0.5 unit',
      "Valued and settled by PrizePicks' rules of 2026-09-01",
      'Analytics only, not gambling. No accuracy guaranteed.',
    ])
  })

  it('offers the text in a field when the clipboard is denied', async () => {
    const user = await generate()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    const dialog = await opened()
    await user.click(within(dialog).getByRole('button', { name: 'Copy Parlay' }))
    const field = await within(dialog).findByRole('textbox', { name: 'Parlay as text' })
    expect((field as HTMLTextAreaElement).value).toContain('All legs hit: 23.4%')
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(dialog.textContent).toContain('This browser did not copy it.')
  })

  it('is removed by Close', async () => {
    const user = await generate()
    const dialog = await opened()
    const [, close] = within(dialog).getAllByRole('button', { name: 'Close' })
    if (close) await user.click(close)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
