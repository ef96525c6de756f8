import type { Pick } from '@propsight/shared/contracts'

const SOURCES: Record<Pick['source'], string> = {
  sample: 'Sample data',
  replay: 'Replayed data',
  live: 'Live data',
}

/**
 * Data source, game window, engine and id: 'Sample data · window of 10 games · engine 2026.11.22 · pick_…'.
 */
export function sourceText({ source, sample, forecast, id }: Pick): string {
  const engine = forecast?.engine ? `engine ${forecast.engine}` : null
  return [SOURCES[source], `window of ${sample.window} games`, engine, id].filter(Boolean).join(' · ')
}
