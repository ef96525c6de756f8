import type { Pick } from '@propsight/shared/contracts'
import { parkLabel } from '@propsight/shared/domain'
import { formatFigure, isRainy, temperatureTone, windTone } from '@propsight/shared/domain/weather'
import { DetailSection, Facts, missingReason, Reason } from './detail-section.tsx'

type PickWeather = NonNullable<Pick['weather']>

/** 'VERY_GOOD' as 'Very good'. */
const ratingText = (rating: string): string =>
  `${rating.charAt(0)}${rating.slice(1).toLowerCase().replace('_', ' ')}`

const RATINGS = [
  ['Overall', 'overallConditions'],
  ['Home runs', 'homeRunConditions'],
  ['Pitching', 'pitchingConditions'],
  ['Passing', 'passingConditions'],
  ['Rushing', 'rushingConditions'],
] as const

const ratingsOf = (weather: PickWeather) =>
  RATINGS.flatMap(([label, key]) => {
    const conditions = weather[key]
    return conditions ? [{ label: `${label} conditions`, value: ratingText(conditions.rating) }] : []
  })

const WIND_GRADES = { strong: 'low', fresh: 'mid' } as const

function readings({ temperature, windSpeed, humidity, rainChance, weatherImpactScore }: PickWeather) {
  const wind = windSpeed === null ? null : windTone(windSpeed)
  return [
    {
      label: 'Temperature',
      value: temperature === null ? null : `${formatFigure(temperature, temperatureTone)}°F`,
      note: temperature === null ? 'not measured' : temperatureTone(temperature),
    },
    {
      label: 'Wind',
      value: windSpeed === null ? null : `${formatFigure(windSpeed, windTone)} mph`,
      note: windSpeed === null ? 'not measured' : wind,
      grade: wind && WIND_GRADES[wind],
    },
    { label: 'Humidity', value: humidity === null ? null : `${Math.round(humidity)}%` },
    { label: 'Chance of rain', value: rainChance === null ? null : `${formatFigure(rainChance, isRainy)}%` },
    {
      label: 'Impact',
      value: weatherImpactScore === null ? null : `${Math.round(weatherImpactScore)} of 50`,
    },
  ]
}

/** The weather forecast for game time at the moment the pick was saved. */
export function Weather({ pick }: { pick: Pick }) {
  const { weather } = pick
  return (
    <DetailSection title="Weather" hint={weather?.conditions}>
      {weather ? (
        <>
          {weather.primaryWeatherFactor && <p>{weather.primaryWeatherFactor}</p>}
          <Facts facts={[...readings(weather), ...ratingsOf(weather)]} />
        </>
      ) : (
        <Reason>{missingReason(pick, 'weather')}</Reason>
      )}
    </DetailSection>
  )
}

/** The park factors. */
export function Stadium({ pick }: { pick: Pick }) {
  const park = pick.stadiumFactors
  const homeRuns = park?.factors.overall.homeRuns
  return (
    <DetailSection title="Stadium" hint={park?.city}>
      {park && homeRuns !== undefined ? (
        <Facts
          facts={[
            { label: 'Home runs', value: `×${homeRuns.toFixed(2)}`, note: parkLabel(homeRuns) },
            {
              label: 'Handedness',
              value: park.handednessAdvantage,
              note: park.handednessAdvantage === null ? missingReason(pick, 'handednessAdvantage') : null,
            },
            {
              label: 'Special features',
              value: park.specialFeatures,
              note: park.specialFeatures === null ? missingReason(pick, 'specialFeatures') : null,
            },
          ]}
        />
      ) : (
        <Reason>{missingReason(pick, 'stadiumFactors')}</Reason>
      )}
    </DetailSection>
  )
}
