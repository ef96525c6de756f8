import { Segmented } from '@propsight/shared/ui'

const SPORTS = [
  { value: 'MLB', label: 'MLB' },
  { value: 'NBA', label: 'NBA', disabled: true },
  { value: 'NFL', label: 'NFL', disabled: true },
] as const

/** Baseball is open; the other two are named so that nobody looks for them elsewhere. */
export const SportTabs = () => (
  <Segmented label="Sport" options={SPORTS} value="MLB" onChange={() => undefined} full />
)
