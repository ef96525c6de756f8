import type { Line } from '@propsight/shared/contracts'
import { answeredLines, aRun } from './fake-server.ts'
import { openDashboard } from './open-dashboard.tsx'
import { aBatter, aForecast, aLine, end, start } from './players.ts'

const GOOD = [2, 0, 4, 2, 3, 2, 5, 1, 2, 4]
const BAD = [0, 1, 2, 1, 0, 1, 0, 1, 0, 0]

export const BOARD_LINES: Line[] = [
  aLine({ name: 'José Ramírez', line: 0.5, team: 'SEA', homeAway: 'HOME', opponent: 'TEX' }),
  aLine({ name: "Mack O'Neill", line: 1.5, team: 'SEA', homeAway: 'HOME', opponent: 'TEX' }),
  aLine({
    name: 'Cal Whitlock',
    line: 1.5,
    team: 'SEA',
    homeAway: 'AWAY',
    opponent: 'LAD',
    gameTime: '2026-07-19T02:10:00Z',
  }),
  aLine({
    name: 'New Face',
    line: 0.5,
    team: 'SEA',
    homeAway: 'AWAY',
    opponent: 'LAD',
    gameTime: '2026-07-19T02:10:00Z',
  }),
]

/**
 * Probabilities of the calls: over 0.5 81%, under 1.5 72%, under 1.5 64%, over 0.5 55% (with four games
 * only).
 */
export const BOARD_LOGS = [
  start(4),
  aBatter('José Ramírez', GOOD, { forecasts: [aForecast('Hits', 0.81, 0.4)], engine: '2026.11.22' }),
  aBatter("Mack O'Neill", BAD, { forecasts: [aForecast('Hits', 0.6, 0.28)], engine: '2026.11.22' }),
  aBatter('Cal Whitlock', BAD, { forecasts: [aForecast('Hits', 0.65, 0.36)], engine: '2026.11.22' }),
  aBatter('New Face', [1, 0, 2, 1], { forecasts: [aForecast('Hits', 0.55, 0.2)], engine: '2026.11.22' }),
  end(4),
]

/** Server script of a board with four ranked lines of two games. */
export const BOARD = {
  '/api/runs': [aRun],
  '/api/fetch-lines': [answeredLines(...BOARD_LINES)],
  '/api/game-logs': [BOARD_LOGS],
}

/** Opens the Dashboard and analyzes `BOARD`. @param script overrides or extends `BOARD` */
export async function openBoard(script: Parameters<typeof openDashboard>[0] = {}, search = '') {
  const page = openDashboard({ ...BOARD, ...script }, search)
  await page.analyze()
  await page.says('Complete!')
  return page
}
