import { DataBadge, Icon, type IconName, isIconName, Wordmark } from '@propsight/shared/ui'
import type { CatalogueEntry } from './entry.ts'
import styles from './icon.module.css'

const REPLAY = 'Season 2019 · July 15 · lines priced by Propsight from that morning'

export const dataBadge: CatalogueEntry = {
  name: 'Data badge',
  note: 'Names the data source of a screen, unless it is the live service.',
  shows: ['DataBadge'],
  states: [
    { label: 'Sample', Show: () => <DataBadge kind="sample" label="Sample league · invented players" /> },
    { label: 'Replay, long', wide: true, Show: () => <DataBadge kind="replay" label={REPLAY} /> },
    {
      label: 'Brief below 1280 px',
      wide: true,
      Show: () => <DataBadge kind="replay" label={REPLAY} brief />,
    },
    { label: 'Live', Show: () => <DataBadge kind="live" label="Live" /> },
  ],
}

const NAMES = {
  search: true,
  bell: true,
  settings: true,
  cloud: true,
  bookmark: true,
  check: true,
  bars: true,
  scanner: true,
  credit: true,
  download: true,
  menu: true,
  warning: true,
  'chevron-down': true,
  'chevron-left': true,
  'chevron-right': true,
  clock: true,
  trash: true,
  minus: true,
  plus: true,
  close: true,
  copy: true,
  offline: true,
  plug: true,
  help: true,
  theme: true,
} satisfies Record<IconName, true>

const All = () => (
  <ul className={styles.all}>
    {Object.keys(NAMES)
      .filter(isIconName)
      .map((name) => (
        <li key={name}>
          <Icon name={name} size={20} />
          <span className="u-label">{name}</span>
        </li>
      ))}
  </ul>
)

export const icon: CatalogueEntry = {
  name: 'Icon',
  note: 'Decoration in the colour of its text. The surrounding control has the accessible name. isIconName checks a name from outside.',
  shows: ['Icon', 'isIconName'],
  states: [
    { label: 'Every icon', wide: true, Show: All },
    {
      label: '16, 20 and 28 pixels',
      Show: () => (
        <>
          <Icon name="clock" /> <Icon name="clock" size={20} /> <Icon name="clock" size={28} />
        </>
      ),
    },
  ],
}

export const wordmark: CatalogueEntry = {
  name: 'Wordmark',
  note: 'The product’s name; the split o is a line with two sides.',
  shows: ['Wordmark'],
  states: [
    { label: 'Header', Show: () => <Wordmark /> },
    { label: 'Sign-in', Show: () => <Wordmark height={40} /> },
  ],
}
