import { Probability, ProbabilityTrack } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

const LIKELY = { percent: 81, low: 76, high: 86, grade: 'good' } as const
const EVEN = { percent: 63, low: 57, high: 69, grade: 'mid' } as const
const WEAK = { percent: 54, low: 46, high: 61, grade: 'low' } as const
const BREAK_EVEN = 57.7

export const probability: CatalogueEntry = {
  name: 'Probability',
  note: 'A probability with its interval, and the same on a track with the break-even of the book as a tick.',
  shows: ['Probability', 'ProbabilityTrack'],
  states: [
    { label: 'Good', Show: () => <Probability {...LIKELY} /> },
    { label: 'Mid', Show: () => <Probability {...EVEN} /> },
    { label: 'Low, can push', Show: () => <Probability {...WEAK} push={12} /> },
    {
      label: 'Track, no public payout',
      wide: true,
      Show: () => <ProbabilityTrack {...LIKELY} breakEven={null} />,
    },
    { label: 'Track', wide: true, Show: () => <ProbabilityTrack {...EVEN} breakEven={BREAK_EVEN} /> },
    {
      label: 'Track below break-even',
      wide: true,
      Show: () => <ProbabilityTrack {...WEAK} breakEven={BREAK_EVEN} />,
    },
    {
      label: 'Track at its ends',
      wide: true,
      Show: () => <ProbabilityTrack percent={100} low={0} high={100} grade="good" breakEven={BREAK_EVEN} />,
    },
  ],
}
