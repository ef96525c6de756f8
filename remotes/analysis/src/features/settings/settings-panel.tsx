import { GAME_WINDOWS, TOP_PICKS } from '@propsight/shared/domain'
import { countText } from '@propsight/shared/format'
import { Button, Segmented, type SegmentedProps } from '@propsight/shared/ui'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useId } from 'react'
import {
  clearSettingsAtom,
  MODE_LABELS,
  MODES,
  ODDS_FILTERS,
  oddsLabel,
  settingsAtom,
  sportAtom,
} from '../../state/settings.ts'
import styles from './settings-panel.module.css'

const MODE_OPTIONS = MODES.map((value) => ({ value, label: MODE_LABELS[value] }))
const MODE_NOTES = {
  quick: 'Ranks every line of the book by its game logs.',
  ai: 'Reads news and game logs of a few lines and explains those of most value.',
  image: 'Reads lines from a screenshot to check, then ranks them.',
} as const
const asOption = <T extends string | number>(value: T) => ({ value, label: String(value) })
const WINDOW_OPTIONS = GAME_WINDOWS.map(asOption)
const TOP_PICK_OPTIONS = TOP_PICKS.map(asOption)
const ODDS_OPTIONS = ODDS_FILTERS.map((value) => ({
  value,
  label: oddsLabel(value),
}))

interface ChoiceProps<T extends string | number> extends SegmentedProps<T> {
  /** The chosen option in words. */
  note: string
}

/** One setting with its label above, and what the choice means below. */
function Choice<T extends string | number>({ note, ...control }: ChoiceProps<T>) {
  const noteId = useId()
  return (
    <div className={styles.choice}>
      <span className="u-label">{control.label}</span>
      <Segmented {...control} describedBy={noteId} full />
      <p id={noteId} className={styles.note}>
        {note}
      </p>
    </div>
  )
}

const ODDS_NOTES = {
  All: 'All lines: standard, goblins and demons.',
  goblin: 'Goblins only: easier lines, lower payout.',
  standard: 'Standard lines only.',
  demon: 'Demons only: harder lines, higher payout.',
} as const

/** Settings of the board (N2). Every choice is stored in the browser. */
export function SettingsPanel() {
  const [settings, change] = useAtom(settingsAtom)
  const isBaseball = useAtomValue(sportAtom) === 'MLB'
  const clear = useSetAtom(clearSettingsAtom)
  return (
    <div className={styles.panel}>
      <Choice
        label="Mode"
        options={MODE_OPTIONS}
        value={settings.mode}
        onChange={(mode) => change({ mode })}
        note={MODE_NOTES[settings.mode] + (isBaseball ? '' : ' All Stat Lines: MLB only.')}
        tight
      />
      <Choice
        label="Game window"
        options={WINDOW_OPTIONS}
        value={settings.window}
        onChange={(window) => change({ window })}
        note={`Hit rates count the last ${settings.window} games.`}
      />
      <Choice
        label="Top picks"
        options={TOP_PICK_OPTIONS}
        value={settings.topPicks}
        onChange={(topPicks) => change({ topPicks })}
        note={`The best ${countText(settings.topPicks, 'line stands', 'lines stand')} above the list.`}
        tight
      />
      <Choice
        label="Odds type"
        options={ODDS_OPTIONS}
        value={settings.oddsType}
        onChange={(oddsType) => change({ oddsType })}
        note={ODDS_NOTES[settings.oddsType]}
        tight
      />
      <Button variant="bare" className={styles.clear} onClick={() => clear()}>
        Clear All Settings
      </Button>
    </div>
  )
}
