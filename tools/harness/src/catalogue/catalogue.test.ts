import * as ui from '@propsight/shared/ui'
import { describe, expect, it } from 'vitest'
import { slug } from './entry.ts'
import { CATALOGUE } from './index.ts'

describe('design system catalogue', () => {
  it('shows every export of shared/src/ui exactly once', () => {
    const shown = CATALOGUE.flatMap(({ shows }) => shows)
    expect(shown.toSorted()).toEqual(Object.keys(ui).toSorted())
  })

  it('gives each state of an entry its own address', () => {
    for (const { name, states } of CATALOGUE) {
      const addresses = states.map(({ label }) => slug(label))
      expect(new Set(addresses).size, name).toBe(addresses.length)
      expect(states.length, name).toBeGreaterThan(0)
    }
  })

  it('shows the focus state of every control', () => {
    const controls = [
      'Button',
      'IconButton',
      'Segmented',
      'Select',
      'Stepper',
      'TextInput',
      'SearchField',
      'TextArea',
      'SelectInput',
    ]
    for (const control of controls) {
      const entry = CATALOGUE.find(({ shows }) => shows.includes(control))
      expect(
        entry?.states.some(({ force }) => force === 'focus'),
        control,
      ).toBe(true)
    }
  })
})
