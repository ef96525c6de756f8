import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadSorts, saveSorts } from './stored-sorts.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('W1 stored sort orders', () => {
  it('are stored for each sport', () => {
    expect(loadSorts()).toEqual({ baseball: 'default', football: 'default' })
    saveSorts({ baseball: 'homeRuns', football: 'windiest' })
    expect(loadSorts()).toEqual({ baseball: 'homeRuns', football: 'windiest' })
  })

  it('fall back to the default separately for each sport when they cannot be read', () => {
    localStorage.setItem('propsight:weather-sort', '{"baseball":"by colour","football":"coldest"}')
    expect(loadSorts()).toEqual({ baseball: 'default', football: 'coldest' })
    localStorage.setItem('propsight:weather-sort', 'nonsense')
    expect(loadSorts()).toEqual({ baseball: 'default', football: 'default' })
  })

  it('are not stored, without an error, when the browser denies its storage', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(() => saveSorts({ baseball: 'worst', football: 'default' })).not.toThrow()
  })
})
