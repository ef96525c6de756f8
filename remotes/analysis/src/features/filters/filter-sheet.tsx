import { Button, Dialog } from '@propsight/shared/ui'
import { NO_FILTERS } from '../../state/view.ts'
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'
import styles from './toolbar.module.css'

export interface FilterSheetProps extends FilterFieldsProps {
  /** What is left, in words: '12 of 296 lines'. */
  shown: string
  onClose(): void
}

/** The filters of a phone, a dialog over the board. */
export const FilterSheet = ({ shown, onClose, ...fields }: FilterSheetProps) => (
  <Dialog
    open
    onClose={onClose}
    title="Filters"
    footer={
      <>
        <Button onClick={() => fields.onChange({ ...NO_FILTERS, sort: fields.filters.sort })}>
          Clear filters
        </Button>
        <Button variant="go" onClick={onClose}>
          Show {shown}
        </Button>
      </>
    }
  >
    <div className={styles.sheet}>
      <FilterFields {...fields} />
    </div>
  </Dialog>
)
