import { Segmented } from '@propsight/shared/ui'

const SPORTS = [
  { value: 'MLB', label: 'MLB' },
  { value: 'NBA', label: 'NBA', disabled: true },
  { value: 'NFL', label: 'NFL', disabled: true },
] as const

/** Sport selection: MLB is active, NBA and NFL are disabled (N1). */
export const SportTabs = () => (
  <Segmented label="Sport" options={SPORTS} value="MLB" onChange={() => undefined} full />
)
