import type { Line, TeamWeather } from '@propsight/shared/contracts'
import { describeWeather } from '@propsight/shared/domain/weather'
import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { useGameWeather } from '../state/game-weather.ts'
import { shownRunAtom } from '../state/run.ts'

const NO_LINES: readonly Line[] = []

export interface BoardWeather {
  of: (line: Line) => TeamWeather | null
  /** The weather as text: '84°F, wind 11 mph out to left'. */
  words: (line: Line) => string | null
}

/** The weather of the shown board's games, requested once the board is loaded. */
export function useBoardWeather(): BoardWeather {
  const { lines, phase } = useAtomValue(shownRunAtom)
  const of = useGameWeather(lines?.players ?? NO_LINES, phase === 'complete' || phase === 'failed')
  const words = useCallback(
    (line: Line) => {
      const weather = of(line)
      return weather && describeWeather(weather)
    },
    [of],
  )
  return { of, words }
}
