import { Button } from '@propsight/shared/ui'
import { NO_FILTERS } from '../../state/view.ts'
import type { FilterFieldsProps } from './filter-fields.tsx'
import styles from './toolbar.module.css'

export interface SheetProps extends FilterFieldsProps {
  /** What is left, in words: '12 of 296 lines'. */
  shown: string
  onClose(): void
}

/** The filters below each other, as wide as the sheet. */
export const sheetStyle = styles.sheet

/** What ends the choice of filters. */
export const SheetActions = ({ shown, filters, onChange, onClose }: SheetProps) => (
  <>
    <Button onClick={() => onChange({ ...NO_FILTERS, sort: filters.sort })}>Clear filters</Button>
    <Button variant="go" onClick={onClose}>
      Show {shown}
    </Button>
  </>
)
