import type { Page } from '@playwright/test'
import { type Club, findClub } from '@propsight/shared/domain/clubs'
import { rateWeather } from '@propsight/shared/domain/weather'

type Sport = Club['sport']
/** Temperature in °F, wind in mph, direction the wind blows from in degrees, chance of rain in percent. */
type Sky = readonly [temperature: number, mph: number, from: number, rain: number]

/** Chosen so that each sort option gives a different order. */
const SKIES: Record<Sport, Record<string, Sky>> = {
  baseball: {
    COL: [88, 17, 202.5, 10],
    BOS: [68, 8, 67.5, 35],
    SF: [59, 14, 90, 0],
    CHC: [40, 21, 37, 45],
    KC: [96, 3, 226, 0],
    TB: [70, 0, 0, 0],
  },
  football: { CHI: [73, 13, 315, 15], DEN: [31, 18, 0, 55], MIA: [91, 4, 90, 70], DET: [70, 0, 0, 0] },
}
const GAME_TIME = '2026-07-18T23:10:00.000Z'

const findClubByCode = (sport: Sport, code: string): Club => {
  const club = findClub(sport, code)
  if (!club) throw new Error(`no club ${code}`)
  return club
}

const gameOf = (sport: Sport, homeTeam: string) => ({
  id: `${sport}-${homeTeam}`,
  homeTeam,
  awayTeam: sport === 'baseball' ? 'NYM' : 'GB',
  gameTime: GAME_TIME,
  stadium: findClubByCode(sport, homeTeam).stadium.name,
  status: 'scheduled',
  gameNumber: 1,
  timeTbd: false,
  neutralSite: false,
})

function weatherOf(sport: Sport, team: string) {
  const { city, stadium } = findClubByCode(sport, team)
  const [temperature, mph, from, rain] = SKIES[sport][team] ?? [70, 0, 0, 0]
  const open = stadium.roof !== 'dome'
  const reading = {
    temperatureF: temperature,
    windMph: mph,
    windFromDegrees: from,
    rainChance: rain,
    seaLevelPressureHpa: 1013.25,
    snow: temperature < 33,
  }
  return {
    team,
    sport,
    city,
    stadium: stadium.name,
    convertedGameTime: '6:10 PM',
    forecastFor: GAME_TIME,
    roof: stadium.roof,
    temperature: open ? temperature : null,
    windSpeed: open ? mph : null,
    windDegrees: open ? from : null,
    humidity: open ? 50 : null,
    rainChance: open ? rain : null,
    pressureHpa: open ? 1013.25 : null,
    snow: open ? reading.snow : null,
    description: open ? 'As written' : 'Dome',
    ...rateWeather(sport, stadium, open ? reading : null),
    readAt: new Date().toISOString(),
    stale: false,
  }
}

export interface WeatherStub {
  /** Home clubs whose weather request fails; '*' for all. */
  failing: Set<string>
  /** The schedule request fails. */
  gamesFail: boolean
  /** The schedule has no games. */
  empty: boolean
  /** Requested paths, in order. */
  requests: string[]
}

/** Answers the page's schedule and weather requests with fixed data. */
export async function stubWeather(page: Page): Promise<WeatherStub> {
  const stub: WeatherStub = { failing: new Set(), gamesFail: false, empty: false, requests: [] }
  const refusal = (status: number, error: string) => ({
    status,
    json: { error, message: error, code: 'UPSTREAM_ERROR', requestId: 'req-weather' },
  })
  await page.route('**/api/games/today**', async (route) => {
    stub.requests.push(new URL(route.request().url()).pathname)
    if (stub.gamesFail) return route.fulfill(refusal(503, 'No schedule can be read right now.'))
    const games = (sport: Sport) =>
      stub.empty ? [] : Object.keys(SKIES[sport]).map((team) => gameOf(sport, team))
    return route.fulfill({
      json: {
        date: '2026-07-18',
        games: { baseball: games('baseball'), football: games('football') },
        missing: [],
        readAt: new Date().toISOString(),
        stale: false,
      },
    })
  })
  await page.route('**/api/weather/**', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const team = pathname.split('/').at(-1) ?? ''
    stub.requests.push(`${pathname}?sport=${searchParams.get('sport')}`)
    if (stub.failing.has(team) || stub.failing.has('*'))
      return route.fulfill(refusal(503, 'The forecast service does not answer.'))
    return route.fulfill({
      json: weatherOf(searchParams.get('sport') === 'football' ? 'football' : 'baseball', team),
    })
  })
  return stub
}
