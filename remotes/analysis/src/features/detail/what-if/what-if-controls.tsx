import {
  WHAT_IF_TEMPERATURE_F,
  WHAT_IF_WIND_MPH,
  type WhatIf,
  type WhatIfChanges,
  WIND_DIRECTIONS,
  type WindDirection,
} from '@propsight/shared/contracts'
import { marketLabel } from '@propsight/shared/domain'
import { countText } from '@propsight/shared/format'
import { Button, Segmented, SelectInput, Skeleton, Stepper } from '@propsight/shared/ui'
import type { PlayerDetailProps } from '../detail-props.ts'
import { capitalize, pitcherHand } from '../labels.ts'
import { MissingPart } from '../missing-part.tsx'
import type { WhatIfState } from './use-what-if.ts'
import styles from './what-if.module.css'

export interface WhatIfPanelProps {
  whatIf: WhatIfState
  /** The market of the page. */
  stat: string
  group: PlayerDetailProps['record']['group']
  hasRun: boolean
}

const NONE = ''
const STEP = 5
/** Wind below this is shown without a direction. */
const CALM_MPH = 1
const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const ORDERS = {
  announced: 'As announced',
  guessed: 'Guessed from recent games',
  unknown: 'Unknown: the club’s season',
} as const
const DIRECTIONS = WIND_DIRECTIONS.map((value) => ({ value, label: capitalize(value) }))

type Usual = NonNullable<WhatIf['assumed']['weather']>

/** Wind of the usual weather as a setting. */
export function usualWind({ windOutMph }: Usual): NonNullable<WhatIfChanges['wind']> {
  const mph = Math.round(Math.abs(windOutMph))
  if (mph < CALM_MPH) return { mph: 0, direction: 'cross' }
  return { mph, direction: windOutMph > 0 ? 'out' : 'in' }
}

const windText = ({ mph, direction }: NonNullable<WhatIfChanges['wind']>): string =>
  mph === 0 ? 'calm' : `wind ${mph} mph ${direction}`

/** Which setting of the weather does not change the market, as a sentence; null if both do. */
export function unmovedText(stat: string, { unmoved }: WhatIf): string | null {
  const still = (['temperature', 'wind'] as const).filter((setting) => unmoved[setting].includes(stat))
  if (still.length === 0) return null
  const verb = still.length === 2 ? 'do' : 'does'
  return `${capitalize(still.join(' and '))} ${verb} not change ${marketLabel(stat)}: past games show no effect.`
}

function WeatherSettings({ whatIf, stat, data }: WhatIfPanelProps & { data: WhatIf }) {
  const { weather } = data.assumed
  if (!weather) {
    return (
      <p className={styles.note}>
        The usual weather of this park is not known, so temperature and wind change nothing here.
      </p>
    )
  }
  const { changes, change } = whatIf
  const usual = { temperatureF: Math.round(weather.temperatureF), wind: usualWind(weather) }
  const wind = changes.wind ?? usual.wind
  return (
    <>
      <div className={styles.weather}>
        <div>
          <span className="u-label">Temperature</span>
          <Stepper
            label="Temperature"
            value={changes.temperatureF ?? usual.temperatureF}
            min={WHAT_IF_TEMPERATURE_F.least}
            max={WHAT_IF_TEMPERATURE_F.most}
            step={STEP}
            format={(value) => `${value} °F`}
            onChange={(temperatureF) => change({ temperatureF })}
          />
        </div>
        <div>
          <span className="u-label">Wind</span>
          <Stepper
            label="Wind"
            value={wind.mph}
            min={WHAT_IF_WIND_MPH.least}
            max={WHAT_IF_WIND_MPH.most}
            step={STEP}
            format={(value) => `${value} mph`}
            onChange={(mph) => change({ wind: { ...wind, mph } })}
          />
        </div>
        <div>
          <span className="u-label">Direction</span>
          <Segmented<WindDirection>
            label="Wind direction"
            options={DIRECTIONS}
            value={wind.direction}
            onChange={(direction) => change({ wind: { ...wind, direction } })}
          />
        </div>
      </div>
      <p className={styles.note}>
        The forecast assumes the usual weather of this park in this month: {usual.temperatureF} °F,{' '}
        {windText(usual.wind)}. {unmovedText(stat, data)} Larger differences count as 25 °F or 20 mph.
      </p>
    </>
  )
}

function BatterSettings({ whatIf: { changes, change }, data }: WhatIfPanelProps & { data: WhatIf }) {
  const { assumed, starters } = data
  const { starterId = assumed.starterId, slot = assumed.slot } = changes
  const toNumber = (text: string) => (text === NONE ? null : Number(text))
  return (
    <>
      <SelectInput
        label="Opposing starter"
        value={starterId ?? NONE}
        onChange={(event) => change({ starterId: toNumber(event.target.value) })}
      >
        <option value={NONE}>None announced</option>
        {starters.map(({ personId, name, throws, starts }) => (
          <option key={personId} value={personId}>
            {[
              name,
              throws && pitcherHand(throws),
              personId === assumed.starterId ? 'announced' : countText(starts, 'start'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </option>
        ))}
      </SelectInput>
      <SelectInput
        label="Place in the order"
        value={slot ?? NONE}
        onChange={(event) => change({ slot: toNumber(event.target.value) })}
      >
        <option value={NONE}>Not announced</option>
        {SLOTS.map((place) => (
          <option key={place} value={place}>
            {place}
            {place === assumed.slot && ' · announced'}
          </option>
        ))}
      </SelectInput>
    </>
  )
}

function PitcherSettings({ whatIf: { changes, change }, data }: WhatIfPanelProps & { data: WhatIf }) {
  const known = data.assumed.lineup ?? 'unknown'
  const orders = Object.entries(ORDERS).filter(
    ([order]) => order !== 'announced' || known === 'announced',
  ) as [keyof typeof ORDERS, string][]
  return (
    <SelectInput
      label="Opposing batting order"
      value={changes.lineup ?? known}
      onChange={({ target }) => {
        const lineup = orders.find(([order]) => order === target.value)?.[0]
        if (lineup) change({ lineup })
      }}
    >
      {orders.map(([order, label]) => (
        <option key={order} value={order}>
          {label}
        </option>
      ))}
    </SelectInput>
  )
}

/** The controls of the what-if: opponent, order and weather. Home and away stay as scheduled. */
export function WhatIfControls(props: WhatIfPanelProps) {
  const { whatIf, group } = props
  const { data, busy, offline, error, retry, isChanged, reset } = whatIf
  if (!data) {
    if (offline) return <MissingPart reason="You are offline. The settings load when you are back." />
    if (error) return <MissingPart reason={error.message} onRetry={retry} />
    return (
      <div aria-busy="true" className={styles.waiting}>
        <Skeleton height={40} />
        <Skeleton height={40} />
        <Skeleton height={40} />
      </div>
    )
  }
  return (
    <div className={styles.controls} aria-busy={busy}>
      <div className={styles.game}>
        {group === 'hitting' ? (
          <BatterSettings {...props} data={data} />
        ) : (
          <PitcherSettings {...props} data={data} />
        )}
      </div>
      <WeatherSettings {...props} data={data} />
      {error && <MissingPart reason={error.message} onRetry={retry} />}
      <div className={styles.foot}>
        <Button disabled={!isChanged} onClick={reset}>
          Reset settings
        </Button>
        <span role="status">{busy ? 'Computing …' : 'Home and away stay as scheduled.'}</span>
      </div>
    </div>
  )
}
