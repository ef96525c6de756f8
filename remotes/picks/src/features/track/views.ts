/** The views of a panel: each chart has a table with the same data. */
export const CHART_VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const
export type ChartView = (typeof CHART_VIEWS)[number]['value']
