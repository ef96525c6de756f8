import { SearchField } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

const PLAYERS = { label: 'Search players', placeholder: 'Search players', maxLength: 80, onChange() {} }

export const searchField: CatalogueEntry = {
  name: 'Search field',
  note: 'Filters a list while the user types. Names the key that focuses it; Esc clears it.',
  shows: ['SearchField'],
  states: [
    { label: 'Empty', Show: () => <SearchField {...PLAYERS} value="" /> },
    { label: 'Focus', force: 'focus', Show: () => <SearchField {...PLAYERS} value="" /> },
    { label: 'Filled', Show: () => <SearchField {...PLAYERS} value="ramirez" /> },
    {
      label: 'Long text',
      Show: () => <SearchField {...PLAYERS} value="a player with a long name and a suffix" />,
    },
  ],
}
