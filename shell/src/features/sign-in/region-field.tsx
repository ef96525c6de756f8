import { SelectInput } from '@propsight/shared/ui'
import { type ReactElement, useMemo } from 'react'
import { otherCountries, usStates } from './regions.ts'

interface RegionFieldProps {
  value: string
  onChange(region: string): void
  errorId: string | undefined
}

/** Region of residence. Shown only when the operator has closed sign-up for some regions. */
export function RegionField({ value, onChange, errorId }: RegionFieldProps): ReactElement {
  const groups = useMemo(
    () => [
      { label: 'United States', regions: usStates() },
      { label: 'Other countries', regions: otherCountries() },
    ],
    [],
  )
  return (
    <SelectInput
      label="Where you live"
      hint="Sign-up is closed in some regions."
      value={value}
      errorId={errorId}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">Choose your region</option>
      {groups.map(({ label, regions }) => (
        <optgroup key={label} label={label}>
          {regions.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectInput>
  )
}
