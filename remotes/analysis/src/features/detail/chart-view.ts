/** Options of the toggle between a chart and its table. */
export const CHART_VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const
export type ChartView = (typeof CHART_VIEWS)[number]['value']
