import {
  CHART_COLORS,
  CHART_FONT,
  Chart,
  type ChartOption,
  chartLine,
  chartTooltip,
  preloadCharts,
} from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

const GAMES = [1, 3, 2, 1, 4]
const HEIGHT_PX = 180
const LINE_Y = 90

void preloadCharts()

const optionOf = (width: number): ChartOption => ({
  grid: { left: 24, right: 0, top: 0, bottom: 24 },
  xAxis: { type: 'category', data: GAMES.map((_, game) => `Game ${game + 1}`) },
  yAxis: { type: 'value' },
  tooltip: chartTooltip('axis', (game) => [`Game ${game + 1}`, `${GAMES[game]} hits`]),
  textStyle: { fontFamily: CHART_FONT },
  series: [
    { type: 'bar', data: GAMES, barWidth: 32, itemStyle: { color: CHART_COLORS.over } },
    chartLine({ x: 24, y: LINE_Y }, { x: width, y: LINE_Y }, CHART_COLORS.chalk, 1.5),
  ],
})

export const chart: CatalogueEntry = {
  name: 'Chart',
  note: 'Every chart except the ones in rows of a list. Beside it stands a table with the same data.',
  shows: ['Chart', 'CHART_COLORS', 'CHART_FONT', 'chartLine', 'chartTooltip', 'preloadCharts'],
  states: [
    {
      label: 'Bars and a line',
      wide: true,
      Show: () => <Chart label="Hits in five games" heightOf={() => HEIGHT_PX} optionOf={optionOf} />,
    },
  ],
}
