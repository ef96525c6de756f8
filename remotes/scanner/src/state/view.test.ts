import { openSports } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { isFiltered, PLAIN_VIEW, readView, type View, viewSearch } from './view.ts'

const FULL: View = {
  sport: 'MLB',
  search: 'José Ibáñez',
  stat: 'Hits+Runs+RBIs',
  book: 'quill',
  minValue: 5,
  start: '2h',
  prices: 'all',
  starred: true,
  day: '2026-07-19',
  sort: 'start',
  open: 'event one: José Ibáñez & Hits',
}

describe('the URL of a view', () => {
  it('contains the whole view', () => {
    expect(readView(viewSearch(FULL))).toEqual(FULL)
  })
  it('is empty for the plain view', () => {
    expect(viewSearch(PLAIN_VIEW)).toBe('')
    expect(readView('')).toEqual(PLAIN_VIEW)
  })
  it('keeps valid parameters next to invalid and unknown ones', () => {
    const search =
      '?q=cruz&ev=3&start=tomorrow&prices=some&starred=yes&day=2026-13-40&sort=odds&stat=&prop=&more=1'
    expect(readView(search)).toEqual({ ...PLAIN_VIEW, search: 'cruz' })
  })
  it('names a sport besides baseball, which links by a market or a prop need not name', async () => {
    await openSports(['NBA'])
    const view: View = { ...PLAIN_VIEW, sport: 'NBA', search: 'cruz' }
    expect(viewSearch(view)).toBe('?sport=NBA&q=cruz')
    expect(readView(viewSearch(view))).toEqual(view)
    expect(readView('?stat=Rebounds').sport).toBe('NBA')
    expect(readView('?prop=401|7|Pts%2BAsts').sport).toBe('NBA')
    expect(readView('?prop=700001|7|Hits').sport).toBe('MLB')
    expect(readView('?sport=golf').sport).toBe('MLB')
  })
  it('distinguishes a least value of zero from none', () => {
    expect(readView('?ev=0').minValue).toBe(0)
    expect(viewSearch({ ...PLAIN_VIEW, minValue: 0 })).toBe('?ev=0')
  })
})

describe('isFiltered', () => {
  it.each<[Partial<View>, boolean]>([
    [{}, false],
    [{ day: '2026-07-19', sort: 'name', open: 'p' }, false],
    [{ search: '  ' }, false],
    [{ search: 'x' }, true],
    [{ minValue: 0 }, true],
    [{ start: 'ahead' }, true],
    [{ stat: 'Hits' }, true],
    [{ book: 'quill' }, true],
    [{ starred: true }, true],
    [{ prices: 'all' }, false],
  ])('of %j is %s', (part, filtered) => {
    expect(isFiltered({ ...PLAIN_VIEW, ...part })).toBe(filtered)
  })
})
