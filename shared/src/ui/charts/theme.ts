/**
 * The theme of all charts, as design tokens. The SVG renderer writes colors into attributes, where the browser
 * resolves the tokens: a change of theme, contrast or forced colors restyles a chart without drawing it again.
 */

/** Colors of shapes and text. Hue is data: only the sides of a line have one. */
export const CHART_COLORS = {
  chalk: 'var(--text-1)',
  text: 'var(--text-2)',
  dim: 'var(--text-3)',
  rule: 'var(--line)',
  ruleStrong: 'var(--line-strong)',
  base: 'var(--line-control)',
  surface: 'var(--surface-1)',
  neutral: 'var(--surface-3)',
  over: 'var(--over-fill)',
  under: 'var(--under-fill)',
  push: 'var(--push)',
} as const

/** Named in full, because text is measured on a canvas, which does not know tokens. */
export const CHART_FONT = 'Archivo, "Archivo until it comes", system-ui, sans-serif'
const SMALL_PX = 11
const TEXT_PX = 12

const { base, chalk, dim, rule, text } = CHART_COLORS
const NO_ANIMATION = { animation: false, animationDurationUpdate: 0 }
const QUIET_SERIES = { cursor: 'default', emphasis: { disabled: true }, ...NO_ANIMATION }

export const CHART_THEME = {
  ...NO_ANIMATION,
  backgroundColor: 'transparent',
  textStyle: { fontFamily: CHART_FONT, fontSize: TEXT_PX, color: text },
  // Plot areas are given in pixels: controls over a chart are placed by them.
  grid: { outerBoundsMode: 'none' },
  categoryAxis: {
    axisLine: { lineStyle: { color: base } },
    axisTick: { show: false },
    axisLabel: { color: text, fontSize: TEXT_PX, hideOverlap: false },
    splitLine: { show: false },
  },
  valueAxis: {
    axisLine: { show: false, lineStyle: { color: base } },
    axisTick: { show: false },
    axisLabel: { color: dim, fontSize: SMALL_PX, hideOverlap: false },
    nameTextStyle: { color: text, fontSize: TEXT_PX },
    splitLine: { lineStyle: { color: rule, width: 1 } },
  },
  tooltip: {
    ...NO_ANIMATION,
    // The content security policy refuses the styles of HTML tooltips.
    renderMode: 'richText',
    confine: true,
    transitionDuration: 0,
    showDelay: 0,
    padding: [6, 10],
    backgroundColor: 'var(--surface-2)',
    borderColor: 'var(--line-strong)',
    borderRadius: 6,
    shadowBlur: 0,
    shadowColor: 'transparent',
    textStyle: { color: chalk, fontSize: TEXT_PX },
    axisPointer: { type: 'none', ...NO_ANIMATION },
  },
  bar: QUIET_SERIES,
  custom: QUIET_SERIES,
} as const
