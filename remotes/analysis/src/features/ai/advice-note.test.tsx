import { render, screen, within } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Advice, IDLE, type RunState } from '../../state/run.ts'
import { settingsAtom } from '../../state/settings.ts'
import { anAnalysis, aRecommendation } from '../../testing/answers.ts'
import { answeredLines } from '../../testing/fake-server.ts'
import { aLine } from '../../testing/players.ts'
import { AdviceNote } from './advice-note.tsx'

const BOTH = [aRecommendation({ id: 'a', edge: true }), aRecommendation({ id: 'b', edge: true })]

function note(part: Partial<Advice>, run: Partial<RunState> = {}, topPicks: 2 | 5 = 2) {
  const store = createStore()
  store.set(settingsAtom, { topPicks })
  const request = {
    feature: 'ai',
    category: 'Hits',
    oddsType: 'All',
    topPicks: 2,
    window: 10,
    key: 'k',
  } as const
  const { analysis } = anAnalysis({ recommendations: BOTH, ...part }).data
  render(
    <Provider store={store}>
      <AdviceNote run={{ ...IDLE, request, advice: { ...analysis, books: null }, newsRead: true, ...run }} />
    </Provider>,
  )
  return screen.getAllByRole('status')[0]?.textContent
}

beforeEach(() => localStorage.clear())

describe('the notice of AI mode', () => {
  it('N4: names the source of its words and figures', () => {
    expect(note({})).toBe(
      '2 lines recommended. Text and figures by the engine (engine-9); no language model took part.AI',
    )
  })

  it('N4: says that no edge is shown where the gate is closed, and recommends only edges', () => {
    const [first, second] = [aRecommendation({ id: 'a', edge: false }), aRecommendation({ id: 'b' })] as const
    expect(note({ recommendations: [first, second] })).toContain(
      '2 lines reach their break-even, no edge shown. They are ordered by value. None is recommended: none is sure enough to beat its price, as ‘How good are these numbers?’ explains.',
    )
    note({ recommendations: [first, { ...second, edge: true }] })
    expect(screen.getByText('2 lines reach their break-even, 1 recommended.')).toBeDefined()
  })

  it.each([
    [1, '1 choice was ignored: unknown, repeated or too many.'],
    [3, '3 choices were ignored: unknown, repeated or too many.'],
  ])('N4: reports that %d choices of the model were ignored', (dropped, words) => {
    expect(note({ wording: { by: 'model', model: 'words-2', dropped } })).toContain(
      `Text and figures by the engine (engine-9); words-2 chose the sentences. ${words}`,
    )
  })

  it('N4: reports ignored choices of a model whose sentences are not shown', () => {
    expect(note({ wording: { by: 'engine', model: null, dropped: 2 } })).toContain(
      'Text and figures by the engine (engine-9). 2 choices were ignored',
    )
  })

  it('reports that fewer lines are recommended than requested', () => {
    expect(note({ recommendations: BOTH.slice(1) })).toContain('1 line of the 2 asked for recommended.')
    note({ recommendations: [aRecommendation({ id: 'a', edge: false })] })
    expect(screen.getByText('1 line of the 2 asked for reaches its break-even, no edge shown.')).toBeDefined()
  })

  it('N4: says that no line is worth it, why, and what the credits paid for, where none is recommended', () => {
    const text = note({ recommendations: [] })
    expect(text).toContain('No line worth it today. No analyzed line reaches a known break-even')
    expect(text).toContain('This analysis paid for the board below')
    expect(text).not.toContain('no edge shown')
  })

  it('reports unreadable news, and that more top picks need another analysis', () => {
    const words = note({}, { newsRead: false }, 5)
    expect(words).toContain('Only the news could not be loaded.')
    expect(words).toContain('For 5 top picks, analyze again.')
  })

  it('N4: lists the lines that were passed over, each with its reason', () => {
    const lines = answeredLines(aLine({ name: 'Bo', id: 'bo' }))
    note(
      {
        passedOver: [
          { id: 'bo', reason: 'On the 10-day injured list.' },
          { id: 'unknown', reason: 'Too close.' },
        ],
      },
      { lines },
    )
    const list = within(screen.getByText('Passed over (2)').closest('details') as HTMLElement)
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Bo 1.5 Hits On the 10-day injured list.',
      'A line  Too close.',
    ])
  })

  it('is empty before there is advice', () => {
    const { container } = render(<AdviceNote run={IDLE} />)
    expect(container.textContent).toBe('')
  })
})
