import { defineAnswers, refuse } from '@propsight/harness'
import { type GamesTodayAnswer, WEATHER_SPORTS } from '@propsight/shared/contracts'
import { baseballGames, footballGames, weatherOf } from './games.ts'

const homes = { baseball: baseballGames(), football: footballGames() }

/** One script per club with a home game, because scripts are matched by the complete path. */
const weatherScripts = Object.fromEntries(
  WEATHER_SPORTS.flatMap((sport) => homes[sport])
    .map(({ homeTeam }) => homeTeam)
    .map((team) => [
      `GET /api/weather/${team}` as const,
      ({ query }: { query: Record<string, string> }) =>
        weatherOf(query.sport === 'football' ? 'football' : 'baseball', team) ??
        refuse(404, 'NOT_FOUND', `No club has the code ${team}.`),
    ]),
)

export default defineAnswers({
  api: {
    'GET /api/games/today': ({ query }): GamesTodayAnswer => ({
      date: query.date ?? new Date().toISOString().slice(0, 10),
      games: homes,
      missing: [],
      readAt: new Date().toISOString(),
      stale: false,
    }),
    ...weatherScripts,
  },
})
