/**
 * The part of echarts that all charts use, with the React component that draws it. Loaded by `loadECharts`
 * only. The custom series draws lines, dots and intervals: with the line and scatter series and marked lines the
 * chunk would exceed its budget.
 */
import { BarChart, CustomChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { dispose, getInstanceByDom, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import EChartsReact from 'echarts-for-react/esm/core'

use([BarChart, CustomChart, GridComponent, SVGRenderer, TooltipComponent])

export const echarts = { dispose, getInstanceByDom, init }
export { EChartsReact }
