import { expect, it } from 'vitest'
import { multiplierFor } from './cpu-slowdown.ts'

it('multiplierFor returns the Lighthouse slowdown of each machine class', () => {
  expect([2_100, 1_500, 1_499, 800, 799, 130].map(multiplierFor)).toEqual([4, 4, 2, 2, 1, 1])
})
