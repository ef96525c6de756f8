import { SelectInput, TextInput } from '@propsight/shared/ui'
import { type ReactElement, useMemo } from 'react'
import styles from './sign-in.module.css'
import type { SignInField, SignUpForm } from './sign-in-actions.ts'

/**
 * States of the United States, the federal district and the inhabited territories: ISO 3166-2:US codes
 * without the prefix `US-`, and names.
 */
const US_STATES =
  'AL Alabama|AK Alaska|AS American Samoa|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|GU Guam|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|MP Northern Mariana Islands|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|VI U.S. Virgin Islands|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming'

/** Officially assigned ISO 3166-1 codes, without the United States (listed by state). */
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'

/** Codes that are both in ISO 3166-1 and in ISO 3166-2:US. Listed only among the states. */
const TERRITORIES = new Set(['AS', 'GU', 'MP', 'PR', 'VI'])

interface Region {
  /** ISO 3166: `US-WA` for a state, `FR` for a country. */
  code: string
  name: string
}

export const usStates = (): Region[] =>
  US_STATES.split('|').map((state) => ({ code: `US-${state.slice(0, 2)}`, name: state.slice(3) }))

/** All other countries, ordered by their English names (`Intl.DisplayNames`). */
export function otherCountries(): Region[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return COUNTRIES.split(' ')
    .filter((code) => !TERRITORIES.has(code))
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

interface RegionFieldProps {
  value: string
  onChange(region: string): void
  errorId: string | undefined
}

/** Region of residence. Shown only when the operator has closed sign-up for some regions. */
function RegionField({ value, onChange, errorId }: RegionFieldProps): ReactElement {
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

export interface SignUpFieldsProps {
  form: SignUpForm
  /**
   * Fields to show. Both are hidden for an e-mail with an account; the code also when the e-mail needs no
   * code.
   */
  asks: { region: boolean; code: boolean }
  set(field: keyof SignUpForm, value: string): void
  /** Element id of the error text when the error belongs to this field. */
  errorIdOf(field: SignInField): string | undefined
}

/** Sign-up fields other than the e-mail. */
export const SignUpFields = ({ form, asks, set, errorIdOf }: SignUpFieldsProps): ReactElement => (
  <>
    <div className={styles.pair}>
      <TextInput
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        value={form.password}
        errorId={errorIdOf('password')}
        onChange={(event) => set('password', event.target.value)}
      />
      <TextInput
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        value={form.confirm}
        errorId={errorIdOf('confirm')}
        onChange={(event) => set('confirm', event.target.value)}
      />
    </div>
    <div className={asks.code ? styles.pair : undefined}>
      <TextInput
        label="Date of birth"
        type="date"
        autoComplete="bday"
        value={form.dateOfBirth}
        errorId={errorIdOf('dateOfBirth')}
        onChange={(event) => set('dateOfBirth', event.target.value)}
      />
      {asks.code && (
        <TextInput
          label="Access code"
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          value={form.code}
          errorId={errorIdOf('code')}
          onChange={(event) => set('code', event.target.value)}
        />
      )}
    </div>
    {asks.region && (
      <RegionField
        value={form.region}
        errorId={errorIdOf('region')}
        onChange={(region) => set('region', region)}
      />
    )}
  </>
)
