/**
 * Loads echarts, a chunk of its own. The shell shares this module with the remotes, so that a page has one copy
 * of echarts, from the shell's release. A failed load can be repeated.
 */
export const loadECharts = () => import(/* webpackChunkName: "charts" */ './echarts.ts')
