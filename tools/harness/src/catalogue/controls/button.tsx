import { Button, Icon } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

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
