import {
  Button,
  Call,
  CHART_COLORS,
  CHART_FONT,
  Chart,
  type ChartOption,
  chartLine,
  chartTooltip,
  describeBars,
  LineBars,
  Panel,
  Probability,
  ProbabilityTrack,
  preloadCharts,
  Table,
  type TableColumn,
  useSorting,
} from '@propsight/shared/ui'
import type { CatalogueEntry } from './entry.ts'

export const call: CatalogueEntry = {
  name: 'Call',
  note: 'The side of a line by colour, mark and word.',
  shows: ['Call'],
  states: [
    { label: 'Over', Show: () => <Call side="OVER" line={1.5} /> },
    { label: 'Under', Show: () => <Call side="UNDER" line={24.5} /> },
  ],
}

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

const VALUES = [0, 2, 1, 3, 1, 4, 2, 0, 5, 2]

export const lineBars: CatalogueEntry = {
  name: 'Line bars',
  note: 'The last ten games against the line; describeBars says the same in a sentence.',
  shows: ['LineBars', 'describeBars'],
  states: [
    { label: 'Row', Show: () => <LineBars values={VALUES} line={1.5} /> },
    { label: 'With pushes', Show: () => <LineBars values={VALUES} line={2} /> },
    { label: 'Few games', Show: () => <LineBars values={[3, 0]} line={1.5} /> },
    { label: 'No games', Show: () => <LineBars values={[]} line={1.5} /> },
    { label: 'Fold', wide: true, Show: () => <LineBars values={VALUES} line={1.5} size="fold" /> },
    { label: 'Wide', wide: true, Show: () => <LineBars values={VALUES} line={1.5} size="wide" /> },
    { label: 'In words', wide: true, Show: () => <p>{describeBars(VALUES, 1.5)}</p> },
  ],
}

const LIKELY = { percent: 81, low: 76, high: 86, grade: 'good' } as const
const EVEN = { percent: 63, low: 57, high: 69, grade: 'mid' } as const
const WEAK = { percent: 54, low: 46, high: 61, grade: 'low' } as const
const BREAK_EVEN = 57.7

export const probability: CatalogueEntry = {
  name: 'Probability',
  note: 'A probability with its interval, and the same on a track with the break-even of the book as a tick.',
  shows: ['Probability', 'ProbabilityTrack'],
  states: [
    { label: 'Good', Show: () => <Probability {...LIKELY} /> },
    { label: 'Mid', Show: () => <Probability {...EVEN} /> },
    { label: 'Low, can push', Show: () => <Probability {...WEAK} push={12} /> },
    {
      label: 'Track, no public payout',
      wide: true,
      Show: () => <ProbabilityTrack {...LIKELY} breakEven={null} />,
    },
    { label: 'Track', wide: true, Show: () => <ProbabilityTrack {...EVEN} breakEven={BREAK_EVEN} /> },
    {
      label: 'Track below break-even',
      wide: true,
      Show: () => <ProbabilityTrack {...WEAK} breakEven={BREAK_EVEN} />,
    },
    {
      label: 'Track at its ends',
      wide: true,
      Show: () => <ProbabilityTrack percent={100} low={0} high={100} grade="good" breakEven={BREAK_EVEN} />,
    },
  ],
}

interface Entry {
  what: string
  when: string
  credits: number
}
const ROWS: readonly Entry[] = [
  { what: 'Analysis, Total Bases', when: 'Jul 15, 4:02 PM', credits: -1 },
  { what: 'Monthly credits, Free', when: 'Jul 1, 12:00 AM', credits: 20 },
]
const COLUMNS: readonly TableColumn<Entry>[] = [
  { head: 'What', rowHeader: true, sort: ({ what }) => what, cell: ({ what }) => what, foot: 'Balance' },
  { head: 'When', wide: true, cell: ({ when }) => when },
  {
    head: 'Credits',
    numeric: true,
    sort: ({ credits }) => credits,
    cell: ({ credits }) => credits,
    foot: 19,
  },
]
const ACTIONS: TableColumn<Entry> = {
  head: 'Actions',
  hiddenHead: true,
  cell: () => <Button variant="bare">Refund</Button>,
}
const keyOf = ({ what }: Entry) => what

function Sorted() {
  const { rows, sorting } = useSorting(COLUMNS, ROWS, 'What')
  return <Table label="Credits, sorted" columns={COLUMNS} rows={rows} keyOf={keyOf} sorting={sorting} />
}

export const table: CatalogueEntry = {
  name: 'Table',
  note: 'Rows and columns of data. Columns that do not fit on a phone are hidden there, or the table scrolls.',
  shows: ['Table', 'useSorting'],
  states: [
    {
      label: 'In a panel, with actions',
      wide: true,
      Show: () => (
        <Panel title="Credits">
          <Table label="Credits" columns={[...COLUMNS, ACTIONS]} rows={ROWS} keyOf={keyOf} />
        </Panel>
      ),
    },
    { label: 'Sortable', wide: true, Show: Sorted },
    {
      label: 'Loading',
      wide: true,
      Show: () => (
        <Table
          label="Credits, loading"
          columns={COLUMNS}
          rows={ROWS}
          keyOf={keyOf}
          loadedCells={({ credits }) => (credits < 0 ? 1 : 0)}
          busy
        />
      ),
    },
    {
      label: 'Scroll area',
      wide: true,
      Show: () => (
        <Table
          label="Credits in a scroll area"
          columns={COLUMNS}
          rows={ROWS}
          keyOf={keyOf}
          scroll
          className="u-nowrap"
        />
      ),
    },
  ],
}
