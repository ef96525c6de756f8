import type { Pick, Recommendation, TeamWeather } from '@propsight/shared/contracts'
import { weatherWords } from '@propsight/shared/domain/wording'
import { availabilityText } from '../../state/availability-words.ts'
import type { RankedLine } from '../../state/ranked-line.ts'

/** A rating's score, 0 to 100, speaks by its distance from the middle, which is out of 50. */
const NEUTRAL_SCORE = 50

type Around = globalThis.Pick<Pick, 'injuryImpact'> & {
  weather: NonNullable<Pick['weather']> | null
  opposingPitcher: NonNullable<Pick['opposingPitcher']> | null
}

const rated = (told: { rating: NonNullable<Pick['weather']>['overallConditions']['rating'] } | undefined) =>
  told && { rating: told.rating }

function weatherOf(weather: TeamWeather | null): Around['weather'] {
  if (!weather || weather.roof === 'dome') return null
  const { homeRunConditions, pitchingConditions, overallConditions } = weather
  const homeRuns = rated(homeRunConditions)
  const pitching = rated(pitchingConditions)
  return {
    temperature: weather.temperature,
    windSpeed: weather.windSpeed,
    humidity: weather.humidity,
    conditions: weather.description.slice(0, 200),
    rainChance: weather.rainChance,
    primaryWeatherFactor: weatherWords(weather),
    weatherImpactScore: Math.abs(overallConditions.score - NEUTRAL_SCORE),
    overallConditions: { rating: overallConditions.rating },
    ...(homeRuns && { homeRunConditions: homeRuns }),
    ...(pitching && { pitchingConditions: pitching }),
  }
}

function injuryOf({ record: { availability } }: RankedLine): string | null {
  if (!availability) return null
  return `${availabilityText(availability, availability.date)}. ${availability.text}`
}

/** What is known around the game of a pick: health, weather, whom he meets. What is not known is null. */
export const aroundOf = (
  card: RankedLine,
  weather: TeamWeather | null,
  advice: Recommendation | null,
): Around => ({
  injuryImpact: injuryOf(card),
  weather: weatherOf(weather),
  opposingPitcher: advice?.opposingPitcher ?? null,
})

/** Why a part of `aroundOf` is missing; nothing for what is there. */
export function whyNotAround(
  card: RankedLine,
  weather: TeamWeather | null,
  around: Around,
): Record<string, string> {
  const starter = card.tonight?.starter
  return {
    ...(around.injuryImpact ? {} : { injuryImpact: 'No injury or move of the player is known.' }),
    ...(around.weather
      ? {}
      : {
          weather:
            weather?.roof === 'dome'
              ? 'The game is played under a fixed roof.'
              : 'The weather of the game was not known when the pick was saved.',
        }),
    ...(around.opposingPitcher
      ? {}
      : {
          opposingPitcher: starter
            ? `The starter is ${starter.name}; his season was not read for this pick.`
            : 'No opposing starter was announced.',
        }),
  }
}
