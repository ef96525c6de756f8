import { VIG_REMOVALS, type VigRemoval } from '@propsight/shared/domain/odds'
import { Button, Dialog, KeyList, Segmented } from '@propsight/shared/ui'
import { type OddsFormat, REMOVAL_TEXTS, type Settings } from '../../state/settings.ts'
import styles from './settings-dialog.module.css'

const FORMATS = [
  { value: 'american', label: 'American (+105)' },
  { value: 'decimal', label: 'Decimal (2.05)' },
] as const
const REMOVALS = VIG_REMOVALS.map((value) => ({ value, label: REMOVAL_TEXTS[value].name }))

export interface SettingsDialogProps {
  books: readonly { key: string; title: string }[]
  settings: Settings
  onChange(part: Partial<Settings>): void
  onClose(): void
}

/** The settings of the scanner: the user's books, the format of odds, and how margins are removed. */
export function SettingsDialog({ books, settings, onChange, onClose }: SettingsDialogProps) {
  const chosen = new Set(settings.books ?? books.map(({ key }) => key))
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    onChange({ books: books.every((book) => next.has(book.key)) ? null : [...next] })
  }
  return (
    <Dialog open title="Scanner settings" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
      <div className={styles.settings}>
        <fieldset className={styles.books}>
          <legend>Your books</legend>
          <p>
            Only prices of these books count as best, on every screen. The consensus uses all books, without
            prices that are stale or out of line.
          </p>
          <ul>
            {books.map(({ key, title }) => (
              <li key={key}>
                <label>
                  <input type="checkbox" checked={chosen.has(key)} onChange={() => toggle(key)} />
                  {title}
                </label>
              </li>
            ))}
          </ul>
          {chosen.size === 0 && <p role="status">Choose a book to see best prices.</p>}
        </fieldset>
        <div>
          <h3>Odds</h3>
          <Segmented<OddsFormat>
            label="Format of odds"
            options={FORMATS}
            value={settings.format}
            onChange={(format) => onChange({ format })}
            full
          />
        </div>
        <div>
          <h3>No-vig method</h3>
          <Segmented<VigRemoval>
            label="No-vig method"
            options={REMOVALS}
            value={settings.removal}
            onChange={(removal) => onChange({ removal })}
            full
          />
          <p role="status">{REMOVAL_TEXTS[settings.removal].what}</p>
        </div>
        <p>
          Settings and saved views stay on this device. AI mode sends your books, so that their prices count.
        </p>
      </div>
    </Dialog>
  )
}

/** The keys of the scanner. */
export const KeysDialog = ({ onClose }: { onClose(): void }) => (
  <Dialog open onClose={onClose} title="Keys">
    <KeyList
      row="prop"
      open="Open or close the prop"
      search
      actions={{ o: 'Open or close the prop', s: 'Star or unstar' }}
    />
  </Dialog>
)
