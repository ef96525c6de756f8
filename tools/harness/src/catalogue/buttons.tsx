import { SPORT_CODES } from '@propsight/shared/domain'
import {
  Button,
  Icon,
  IconButton,
  Segmented,
  type SegmentedOption,
  Select,
  Stepper,
} from '@propsight/shared/ui'
import { useState } from 'react'
import type { CatalogueEntry } from './entry.ts'

export const button: CatalogueEntry = {
  name: 'Button',
  note: 'go: the main action of a screen; bad: a destructive action; bare: a minor action. The label includes the cost in credits.',
  shows: ['Button'],
  states: [
    { label: 'Default', Show: () => <Button>Refresh</Button> },
    { label: 'Default, hover', force: 'hover', Show: () => <Button>Refresh</Button> },
    { label: 'Default, focus', force: 'focus', Show: () => <Button>Refresh</Button> },
    { label: 'Default, disabled', Show: () => <Button disabled>Refresh</Button> },
    { label: 'Default, busy', Show: () => <Button busy>Refresh</Button> },
    { label: 'Go', Show: () => <Button variant="go">Save</Button> },
    { label: 'Go, hover', force: 'hover', Show: () => <Button variant="go">Save</Button> },
    { label: 'Go, focus', force: 'focus', Show: () => <Button variant="go">Save</Button> },
    {
      label: 'Go, disabled',
      Show: () => (
        <Button variant="go" disabled>
          Save
        </Button>
      ),
    },
    {
      label: 'Go, busy',
      Show: () => (
        <Button variant="go" busy>
          Save
        </Button>
      ),
    },
    { label: 'Bare', Show: () => <Button variant="bare">Cancel</Button> },
    { label: 'Bare, hover', force: 'hover', Show: () => <Button variant="bare">Cancel</Button> },
    { label: 'Bare, focus', force: 'focus', Show: () => <Button variant="bare">Cancel</Button> },
    { label: 'Bad', Show: () => <Button variant="bad">Delete</Button> },
    { label: 'Bad, hover', force: 'hover', Show: () => <Button variant="bad">Delete</Button> },
    {
      label: 'Bad, busy',
      Show: () => (
        <Button variant="bad" busy>
          Delete
        </Button>
      ),
    },
    {
      label: 'With its cost',
      Show: () => (
        <Button variant="go" cost="1 credit">
          Analyze
        </Button>
      ),
    },
    { label: 'Large', Show: () => <Button large>Sign in</Button> },
    {
      label: 'Pressed',
      Show: () => (
        <Button pressed>
          <Icon name="check" /> Saved
        </Button>
      ),
    },
    {
      label: 'Block',
      wide: true,
      Show: () => (
        <Button block variant="go">
          Create account
        </Button>
      ),
    },
    { label: 'Long text', Show: () => <Button>Download everything about me</Button> },
  ],
}

export const iconButton: CatalogueEntry = {
  name: 'Icon button',
  note: 'A square button whose name is only for screen readers. For the header and for closing; elsewhere use a text.',
  shows: ['IconButton'],
  states: [
    { label: 'Default', Show: () => <IconButton label="Close" icon="close" /> },
    { label: 'Hover', force: 'hover', Show: () => <IconButton label="Close" icon="close" /> },
    { label: 'Focus', force: 'focus', Show: () => <IconButton label="Close" icon="close" /> },
    { label: 'Disabled', Show: () => <IconButton label="Close" icon="close" disabled /> },
    { label: 'Badge', Show: () => <IconButton label="Notifications, 3 unseen" icon="bell" badge={3} /> },
    { label: 'Badge at 0', Show: () => <IconButton label="Notifications" icon="bell" badge={0} /> },
    { label: 'Initials', Show: () => <IconButton label="Account RK">RK</IconButton> },
  ],
}

const SPORTS = SPORT_CODES.map((value): SegmentedOption<string> => ({ value, label: value }))
const SOME = SPORTS.slice(0, 2).map((option, at) => ({ ...option, disabled: at > 0 }))
const WINDOWS = [5, 10, 15].map((value) => ({ value, label: `Last ${value}` }))

function WorkingSegmented({ full = false, tight = false }: { full?: boolean; tight?: boolean }) {
  const [value, setValue] = useState('MLB')
  return (
    <Segmented
      label="Sport"
      options={SPORTS}
      value={value}
      onChange={(next) => setValue(next)}
      full={full}
      tight={tight}
    />
  )
}
function Numbers() {
  const [value, setValue] = useState(10)
  return <Segmented label="Game window" options={WINDOWS} value={value} onChange={(next) => setValue(next)} />
}

export const segmented: CatalogueEntry = {
  name: 'Segmented',
  note: 'One choice of a few, side by side. Arrow keys change the choice; Tab stops once. Only as many choices as fit in a row.',
  shows: ['Segmented'],
  states: [
    { label: 'Default', Show: () => <WorkingSegmented /> },
    { label: 'Focus', force: 'focus', Show: () => <WorkingSegmented /> },
    {
      label: 'One disabled',
      Show: () => <Segmented label="Sport" options={SOME} value="MLB" onChange={() => {}} />,
    },
    { label: 'Tight', Show: () => <WorkingSegmented tight /> },
    { label: 'Full', wide: true, Show: () => <WorkingSegmented full /> },
    { label: 'Numbers', Show: Numbers },
  ],
}

const SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'expiring', label: 'Expiring' },
] as const
const LONG_CHOICE = [{ value: 'one', label: 'Best home run conditions' }] as const

function WorkingSelect() {
  const [value, setValue] = useState<(typeof SORTS)[number]['value']>('newest')
  return <Select label="Sort" options={SORTS} value={value} onChange={(next) => setValue(next)} />
}

export const select: CatalogueEntry = {
  name: 'Select',
  note: 'One choice of many, with the native list of the platform.',
  shows: ['Select'],
  states: [
    { label: 'Default', Show: WorkingSelect },
    { label: 'Focus', force: 'focus', Show: WorkingSelect },
    {
      label: 'Long text',
      Show: () => <Select label="Sort" options={LONG_CHOICE} value="one" onChange={() => {}} />,
    },
  ],
}

function WorkingStepper({ first }: { first: number }) {
  const [value, setValue] = useState(first)
  return <Stepper label="Parlay size" value={value} min={2} max={10} onChange={setValue} />
}
const halves = (value: number) => value.toFixed(1)

export const stepper: CatalogueEntry = {
  name: 'Stepper',
  note: 'A number that changes in steps: by buttons, or by arrow keys, Home and End on the value.',
  shows: ['Stepper'],
  states: [
    { label: 'Default', Show: () => <WorkingStepper first={4} /> },
    { label: 'Hover', force: 'hover', Show: () => <WorkingStepper first={4} /> },
    { label: 'Focus', force: 'focus', Show: () => <WorkingStepper first={4} /> },
    { label: 'At its least', Show: () => <WorkingStepper first={2} /> },
    { label: 'At its most', Show: () => <WorkingStepper first={10} /> },
    {
      label: 'Halves',
      Show: () => (
        <Stepper label="Line" value={1.5} min={0} max={9} step={0.5} onChange={() => {}} format={halves} />
      ),
    },
  ],
}
