import {
  findStatType,
  listStatNames,
  menuOf,
  ODDS_TYPES,
  type SportCode,
  sportOfMarket,
} from '@propsight/shared/domain'
import { Button, cx, Icon, Segmented, SelectInput, Tag, TextInput } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { sportAtom } from '../../state/settings.ts'
import styles from './image.module.css'
import {
  type DraftRow,
  isMatched,
  isUncertain,
  marketNotOffered,
  problemsOf,
  summaryOf,
} from './picture-rows.ts'

const BASEBALL_GROUPS = [
  { label: 'Batters', names: listStatNames('hitting') },
  { label: 'Pitchers', names: listStatNames('pitching') },
]
/** The markets of a sport that game logs can answer. */
const groupsOf = (sport: SportCode) =>
  sport === 'MLB'
    ? BASEBALL_GROUPS
    : [{ label: sport, names: menuOf(sport).filter((name) => findStatType(name) !== null) }]
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

/** Fields of a row that the user is asked for: doubted and incomplete ones; null for all fields. */
function fieldsToAsk(row: DraftRow): ReadonlySet<string> | null {
  if (!isUncertain(row) || marketNotOffered(row) !== null) return null
  return new Set([...row.doubts.map(({ field }) => field), ...Object.keys(problemsOf(row))])
}

/** Fields of a row: the ones that the reader doubts, and the others on request. */
export function RowFields({ row, onChange, onRemove }: RowFieldsProps) {
  // Kept while the row is open: a corrected field stays where it is.
  const [asked, setAsked] = useState(() => fieldsToAsk(row))
  const sport = useAtomValue(sportAtom)
  const isAsked = (field: string) => asked === null || asked.has(field)
  const problems = problemsOf(row)
  /** Hint and CSS class of a field's doubt; empty for a checked row. */
  const doubtful = (field: string) => {
    const doubt = row.checked ? undefined : row.doubts.find((each) => each.field === field)
    return {
      hint: doubt && `Uncertain: ${doubt.reason}`,
      className: doubt && styles.unsure,
    }
  }
  /** A choice with the doubt about it, which is also part of its accessible name. */
  const choice = (field: string, label: string, segmented: (label: string) => ReactElement) => {
    const { hint, className } = doubtful(field)
    return (
      <div className={cx(styles.choice, className)}>
        {segmented(hint ? `${label}. ${hint}` : label)}
        {hint && <span>{hint}</span>}
      </div>
    )
  }
  const otherNames = row.names?.filter((name) => name !== row.name) ?? []
  const alsoRead = [
    row.position,
    row.opponent && `${row.homeAway === 'AWAY' ? '@' : 'vs'} ${row.opponent}`,
    row.gameTime,
  ].filter(Boolean)
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>{row.name || 'New row'}</legend>
      {isAsked('name') && (
        <TextInput
          label="Player"
          {...(isMatched(row) ? { hint: `Matched. Read as ${row.readName}` } : doubtful('name'))}
          value={row.name}
          maxLength={80}
          autoComplete="off"
          error={problems.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
      {isAsked('team') && (
        <TextInput
          label="Team"
          {...doubtful('team')}
          value={row.team}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={(event) => onChange({ team: event.target.value })}
        />
      )}
      {isAsked('name') && otherNames.length > 0 && (
        <div className={styles.names}>
          {otherNames.map((name) => (
            <Button key={name} onClick={() => onChange({ name })}>
              Use {name}
            </Button>
          ))}
        </div>
      )}
      {isAsked('statType') && (
        <SelectInput
          label="Stat"
          {...doubtful('statType')}
          value={row.statType}
          error={problems.statType}
          onChange={(event) => onChange({ statType: event.target.value })}
        >
          <option value="">Choose</option>
          {groupsOf(row.statType ? sportOfMarket(row.statType) : sport).map(({ label, names }) => (
            <optgroup key={label} label={label}>
              {names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </optgroup>
          ))}
        </SelectInput>
      )}
      {isAsked('line') && (
        <TextInput
          label="Line"
          {...doubtful('line')}
          type="number"
          inputMode="decimal"
          min={0.5}
          step={0.5}
          value={row.line}
          error={problems.line}
          onChange={(event) => onChange({ line: event.target.value })}
        />
      )}
      {isAsked('side') &&
        choice('side', 'More or Less', (label) => (
          <Segmented<string>
            label={label}
            options={SIDES}
            value={row.side ?? ''}
            onChange={(side) => onChange({ side: side === 'UNDER' ? 'UNDER' : 'OVER' })}
            full
          />
        ))}
      {isAsked('oddsType') &&
        choice('oddsType', 'Odds type', (label) => (
          <Segmented<DraftRow['oddsType']>
            label={label}
            options={ODDS}
            value={row.oddsType}
            onChange={(oddsType) => onChange({ oddsType })}
            full
            tight
          />
        ))}
      {alsoRead.length > 0 && <p className={styles.around}>Also read: {alsoRead.join(' · ')}</p>}
      <div className={styles.rowActions}>
        {asked !== null && <Button onClick={() => setAsked(null)}>Other fields</Button>}
        <Button variant="bare" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  )
}

interface RowEditorProps {
  row: DraftRow
  number: number
  open: boolean
  active: boolean
  /** Counts how often the user was sent to this row by Show; 0 if the last target was another row. */
  jumps: number
  onToggle(): void
  /** Highlights the place of the row in the picture. */
  onHighlight(): void
  onChange(part: Partial<DraftRow>): void
  onRemove(): void
}

function State({ row }: { row: DraftRow }) {
  const doubts = row.doubts.length
  if (marketNotOffered(row)) return <Tag tone="mid">Market not offered</Tag>
  if (isUncertain(row)) return <Tag tone="mid">{doubts === 1 ? 'Uncertain' : `Uncertain: ${doubts}`}</Tag>
  if (row.checked) return <Tag tone="good">Checked</Tag>
  return <Tag>{isMatched(row) ? 'Matched' : 'Read clearly'}</Tag>
}

/** One row: a summary that expands to editable fields. Hover and focus highlight its place in the picture. */
export function RowEditor(props: RowEditorProps) {
  const { row, number, open, active, jumps, onToggle, onHighlight } = props
  const body = useId()
  const item = useRef<HTMLLIElement>(null)
  // Scrolls only after Show, not on hover: a row that moves under the pointer cannot be clicked.
  useEffect(() => {
    if (jumps > 0) item.current?.scrollIntoView?.({ block: 'nearest' })
  }, [jumps])
  return (
    <li
      ref={item}
      className={cx(styles.row, active && styles.looked)}
      onPointerEnter={onHighlight}
      onFocus={onHighlight}
    >
      <button
        type="button"
        className={styles.summary}
        aria-expanded={open}
        aria-controls={body}
        onClick={onToggle}
      >
        <span className={styles.number}>{number}</span>
        <span className={styles.who}>
          <b>{row.name || 'No name'}</b>
          <span>
            {row.team || '—'} · {summaryOf(row)}
          </span>
          {isMatched(row) && <span>Read as {row.readName}</span>}
        </span>
        <State row={row} />
        <Icon name={open ? 'minus' : 'plus'} />
      </button>
      <div id={body} hidden={!open}>
        {open && <RowFields row={row} onChange={props.onChange} onRemove={props.onRemove} />}
      </div>
    </li>
  )
}
