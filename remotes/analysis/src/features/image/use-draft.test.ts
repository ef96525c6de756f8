import { describe, expect, it } from 'vitest'
import { pictureProblem } from './choose-picture.tsx'

const MB = 1024 * 1024
const file = (size: number, type: string) => {
  const picture = new File(['x'], 'card', { type })
  Object.defineProperty(picture, 'size', { value: size })
  return picture
}

describe('the client-side check of a picture', () => {
  it.each([
    ['no file', null, 'No file selected'],
    ['a byte over 10 MB', file(10 * MB + 1, 'image/png'), 'File size must be less than 10MB'],
    [
      'a file that is too large and of the wrong type',
      file(11 * MB, 'image/gif'),
      'File size must be less than 10MB',
    ],
    ['a GIF', file(1, 'image/gif'), 'File must be a JPEG, PNG, or WebP image'],
    ['a HEIC image', file(1, 'image/heic'), 'File must be a JPEG, PNG, or WebP image'],
    ['an SVG image', file(1, 'image/svg+xml'), 'File must be a JPEG, PNG, or WebP image'],
    ['a file without a type', file(1, ''), 'File must be a JPEG, PNG, or WebP image'],
  ])('N5: refuses %s with the specified message, size before type', (_what, picture, words) => {
    expect(pictureProblem(picture)).toBe(words)
  })

  it.each(['image/jpeg', 'image/jpg', 'image/png', 'image/webp', 'IMAGE/PNG'])(
    'N5: accepts %s up to 10 MB',
    (type) => {
      expect(pictureProblem(file(10 * MB, type))).toBeNull()
    },
  )
})
