import { screen } from '@testing-library/react'
import { aDetail } from './answers.ts'
import { openDetail } from './open-detail.tsx'
import { aBatter, aForecast, aLine } from './players.ts'

/** Hits of the last ten games. */
export const HITS = [2, 0, 4, 2, 3, 2, 5, 1, 2, 4]
export const forecast = aForecast('Hits', 0.9, 0.806, 0.3)
export const ann = aBatter('Ann Ace', HITS, { forecasts: [forecast], engine: 'test' })
export const line = aLine({ name: 'Ann Ace' })
/** Opens the detail view of this player. */
export const open = (more: Parameters<typeof openDetail>[3] = {}) =>
  openDetail(ann, [line], aDetail(forecast), more)
/** The figure under a label. */
export const cell = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
export const slider = () => screen.getByRole('slider', { name: 'Line' })
const SIDES: Readonly<Record<string, string>> = {
  'var(--over-fill)': 'over',
  'var(--under-fill)': 'under',
  'var(--push)': 'push',
}
/** The sides of the bars drawn, by the color of their edge; a bar of 0 has only a fill. */
export const sides = () => {
  const chart = screen.getByRole('img', { name: /against a line of/ }).parentElement
  const colors = chart?.parentElement?.style
  return [...(chart?.querySelectorAll('svg path[fill^="var(--fill-"]') ?? [])].map((path) => {
    const stroke = path.getAttribute('stroke')
    const color = stroke?.startsWith('var') ? stroke : (path.getAttribute('fill') ?? '')
    return SIDES[colors?.getPropertyValue(color.slice('var('.length, -1)) ?? '']
  })
}
