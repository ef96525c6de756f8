import { expect, it } from 'vitest'
import { showParts } from './show-parts.ts'

const shownIn = (element: Element) => Array.from(element.children, ({ textContent }) => textContent)

it('shows each part in an element of its own, and keeps the elements of an unchanged text', () => {
  const place = document.createElement('span')
  showParts(place, ['72°F', ', calm'])
  expect(shownIn(place)).toEqual(['72°F', ', calm'])
  const [first] = place.children
  showParts(place, ['72°F', ', calm'])
  expect(place.children[0]).toBe(first)
  showParts(place, ['indoors'])
  expect(shownIn(place)).toEqual(['indoors'])
  showParts(place, [])
  expect(place.childNodes).toHaveLength(0)
})
