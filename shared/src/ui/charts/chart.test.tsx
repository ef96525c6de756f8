import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Chart, type ChartOption, chartTooltip } from './chart.tsx'
import { CHART_COLORS, CHART_THEME } from './theme.ts'

const barsOf =
  (values: readonly number[]) =>
  (width: number): ChartOption => ({
    grid: { left: 0, right: 0, top: 0, bottom: 0 },
    xAxis: { type: 'category', data: values.map(String), show: false },
    yAxis: { type: 'value', show: false },
    series: { type: 'bar', data: [...values], barWidth: width / 10, itemStyle: { color: CHART_COLORS.over } },
  })
const heightOf = () => 240
const bars = () => document.querySelectorAll('svg path[fill="var(--over-fill)"]')

describe('Chart', () => {
  it('has its finding as name and its height before echarts is loaded', () => {
    render(<Chart label="Over in 2 of 3" heightOf={heightOf} optionOf={barsOf([1, 2, 3])} />)
    const name = screen.getByRole('img', { name: 'Over in 2 of 3' })
    expect(name.parentElement?.style.height).toBe('240px')
    expect(bars()).toHaveLength(0)
  })

  it('draws an SVG that assistive technology skips, and draws again when the option changes', async () => {
    const { rerender } = render(<Chart label="Three" heightOf={heightOf} optionOf={barsOf([1, 2, 3])} />)
    // Includes loading echarts.
    await waitFor(() => expect(bars()).toHaveLength(3), { timeout: 4_000 })
    expect(document.querySelector('svg')?.closest('[aria-hidden="true"]')).toBeTruthy()
    rerender(<Chart label="Two" heightOf={heightOf} optionOf={barsOf([1, 2])} />)
    await waitFor(() => expect(bars()).toHaveLength(2))
    expect(screen.getByRole('img', { name: 'Two' })).toBeTruthy()
  })

  it('places controls over the drawing by its width', () => {
    render(
      <Chart label="Controls" heightOf={heightOf} optionOf={barsOf([1])}>
        {(width) => <button type="button">{width} wide</button>}
      </Chart>,
    )
    expect(screen.getByRole('button', { name: '820 wide' }).closest('[role=img]')).toBeNull()
  })

  it('has tooltips with the text of the item at the pointer', () => {
    const { trigger, formatter } = chartTooltip('axis', (index) => [`item ${index}`, 'over'])
    expect(trigger).toBe('axis')
    const text = (params: unknown) => (typeof formatter === 'function' ? formatter(params as never, '') : '')
    expect(text([{ dataIndex: 4 }])).toBe('item 4\nover')
    expect(text({ dataIndex: 1 })).toBe('item 1\nover')
    expect(text([])).toBe('')
  })
})

describe('chart theme', () => {
  it('names colors by existing design tokens only, so that every theme applies to charts', () => {
    const tokens = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8')
    const text = JSON.stringify([CHART_COLORS, CHART_THEME])
    const names = [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) expect(tokens).toContain(`${name}:`)
    expect(text).not.toMatch(/#[\da-f]{3,8}\b|rgba?\(/i)
  })

  it('has neither animation nor HTML tooltips', () => {
    const { animation, bar, custom, tooltip } = CHART_THEME
    const all = [{ animation }, bar, custom, tooltip, tooltip.axisPointer]
    expect(all.map((part) => part.animation)).toEqual(all.map(() => false))
    expect(tooltip.renderMode).toBe('richText')
  })
})
