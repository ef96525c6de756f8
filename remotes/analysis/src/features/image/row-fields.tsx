import { ODDS_TYPES, type OddsType } from '@propsight/shared/contracts'
import { listStatNames } from '@propsight/shared/domain'
import { Button, Segmented, SelectInput, TextInput } from '@propsight/shared/ui'
import { problemsOf } from './picture-rows.ts'
import { type DraftRow, isUncertain } from './draft-row.ts'
import styles from './image.module.css'

const GROUPS = [
  { label: 'Batters', names: listStatNames('hitting') },
  { label: 'Pitchers', names: listStatNames('pitching') },
]
const SIDES = [
  { value: 'OVER', label: 'More' },
  { value: 'UNDER', label: 'Less' },
] as const
const ODDS = ODDS_TYPES.map((value) => ({
  value,
  label: `${value[0]?.toUpperCase()}${value.slice(1)}`,
}))

interface RowFieldsProps {
  row: DraftRow
  onChange(part: Partial<DraftRow>): void
  onRemove(): void
}

/** Editable fields of a row, with the doubts of the reader. */
export function RowFields({ row, onChange, onRemove }: RowFieldsProps) {
  const problems = problemsOf(row)
  /** Hint and CSS class of a field's doubt; empty for a checked row. */
  const doubtful = (field: string) => {
    const doubt = row.checked ? undefined : row.doubts.find((each) => each.field === field)
    return {
      hint: doubt && `Uncertain: ${doubt.reason}`,
      className: doubt && styles.unsure,
    }
  }
  const around = [row.position, row.opponent && `vs ${row.opponent}`, row.gameTime].filter(Boolean)
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>{row.name || 'New row'}</legend>
      <TextInput
        label="Player"
        {...doubtful('name')}
        value={row.name}
        maxLength={80}
        autoComplete="off"
        error={problems.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextInput
        label="Team"
        {...doubtful('team')}
        value={row.team}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={(event) => onChange({ team: event.target.value })}
      />
      <SelectInput
        label="Stat"
        {...doubtful('stats')}
        value={row.statType}
        error={problems.statType}
        onChange={(event) => onChange({ statType: event.target.value })}
      >
        <option value="">Choose</option>
        {GROUPS.map(({ label, names }) => (
          <optgroup key={label} label={label}>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </optgroup>
        ))}
      </SelectInput>
      <TextInput
        label="Line"
        type="number"
        inputMode="decimal"
        min={0.5}
        step={0.5}
        value={row.line}
        error={problems.line}
        onChange={(event) => onChange({ line: event.target.value })}
      />
      <Segmented<string>
        label="More or Less"
        options={SIDES}
        value={row.side ?? ''}
        onChange={(side) => onChange({ side: side === 'UNDER' ? 'UNDER' : 'OVER' })}
        full
      />
      <Segmented<OddsType>
        label="Odds type"
        options={ODDS}
        value={row.oddsType}
        onChange={(oddsType) => onChange({ oddsType })}
        full
        tight
      />
      {around.length > 0 && <p className={styles.around}>Also read: {around.join(' · ')}</p>}
      <div className={styles.rowActions}>
        {isUncertain(row) && <Button onClick={() => onChange({ checked: true })}>Looks right</Button>}
        <Button variant="bare" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  )
}
