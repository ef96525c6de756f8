import { GAME_WINDOWS, MLB_MARKETS } from '@propsight/shared/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ODDS_FILTERS } from './settings.ts'
import { MIN_GAMES, MIN_PERCENTS, NO_FILTERS, PLAIN_VIEW, SIDES, SORTS } from './view.ts'
import { buildLink, readLink } from './view-link.ts'

const SETTINGS = { category: 'Hits', window: 10, oddsType: 'All' } as const
const searchOf = (link: string) => new URL(link, 'http://page.invalid').search

const word = fc
  .string({ minLength: 1, maxLength: 40 })
  .map((text) => text.trim())
  .filter(Boolean)
const team = fc.stringMatching(/^[A-Z]{2,3}$/)
const settings = fc.record({
  category: fc.constantFrom(...MLB_MARKETS),
  window: fc.constantFrom(...GAME_WINDOWS),
  oddsType: fc.constantFrom(...ODDS_FILTERS),
})
const view = fc.record({
  filters: fc.record({
    search: fc.oneof(fc.constant(''), word),
    side: fc.constantFrom(...SIDES),
    minPercent: fc.constantFrom(...MIN_PERCENTS),
    market: fc.option(word),
    team: fc.option(team),
    game: fc.option(fc.tuple(team, team).map(([away, home]) => `${away}@${home}`)),
    sample: fc.constantFrom(...MIN_GAMES),
    sort: fc.constantFrom(...SORTS.map(({ value }) => value)),
  }),
  open: fc.option(
    fc.record({
      name: word,
      team,
      stat: word,
      line: fc.integer({ min: 0, max: 40 }).map((halves) => halves / 2),
      odds: fc.constantFrom('standard', 'goblin', 'demon'),
    }),
  ),
  record: fc.boolean(),
})

describe('the link to a view', () => {
  it('N2, N3: restores any view and its settings', () => {
    fc.assert(
      fc.property(view, settings, (shown, chosen) => {
        const read = readLink(searchOf(buildLink(shown, chosen)))
        expect(read).toEqual({ plain: false, settings: chosen, view: shown })
      }),
    )
  })

  it('contains only the active filters, and all settings', () => {
    expect(buildLink(PLAIN_VIEW, SETTINGS)).toBe('/?stat=Hits&window=10&odds=All')
    const filters = { ...NO_FILTERS, side: 'UNDER', minPercent: 60, search: ' núñez ' } as const
    expect(buildLink({ ...PLAIN_VIEW, filters }, SETTINGS)).toBe(
      '/?stat=Hits&window=10&odds=All&side=UNDER&min=60&q=n%C3%BA%C3%B1ez',
    )
  })

  it.each([
    '?stat=Bunts&window=11&odds=imp&side=SIDEWAYS&min=61&team=sea&game=x&sample=-1&sort=luck&page=2',
    '?player=&market=Hits&line=1.5',
    '?player=Ann&market=Hits&line=NaN',
    '?player=Ann&market=Hits&line=-1',
    `?q=${'x'.repeat(81)}`,
  ])('ignores invalid values: %s', (search) => {
    expect(readLink(search)).toEqual({ plain: false, settings: {}, view: PLAIN_VIEW })
  })

  it('keeps valid parts when other parts are invalid', () => {
    const { settings: linked, view: shown } = readLink('?stat=Runs&window=11&min=70&side=')
    expect(linked).toEqual({ category: 'Runs' })
    expect(shown.filters).toEqual({ ...NO_FILTERS, minPercent: 70 })
  })

  it('reads nothing from a URL that does not describe a board', () => {
    for (const search of ['', '?', '?code=abc&state=x']) {
      expect(readLink(search)).toEqual({ plain: true, settings: {}, view: PLAIN_VIEW })
    }
  })

  it('is parsed without an error for any text in the URL', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { view: shown } = readLink(`?${text}`)
        expect(SIDES).toContain(shown.filters.side)
      }),
    )
  })
})
