import { dataBadge } from './brand/data-badge.tsx'
import { icon } from './brand/icon.tsx'
import { wordmark } from './brand/wordmark.tsx'
import { button } from './controls/button.tsx'
import { fieldError } from './controls/field-error.tsx'
import { iconButton } from './controls/icon-button.tsx'
import { searchField } from './controls/search-field.tsx'
import { segmented } from './controls/segmented.tsx'
import { select } from './controls/select.tsx'
import { selectInput } from './controls/select-input.tsx'
import { stepper } from './controls/stepper.tsx'
import { textArea } from './controls/text-area.tsx'
import { textInput } from './controls/text-input.tsx'
import { call } from './data/call.tsx'
import { chart } from './data/chart.tsx'
import { lineBars } from './data/line-bars.tsx'
import { probability } from './data/probability.tsx'
import { table } from './data/table.tsx'
import type { CatalogueEntry } from './entry.ts'
import { banner } from './feedback/banner.tsx'
import { emptyState } from './feedback/empty-state.tsx'
import { errorState } from './feedback/error-state.tsx'
import { panel } from './feedback/panel.tsx'
import { progress } from './feedback/progress.tsx'
import { skeleton } from './feedback/skeleton.tsx'
import { tag } from './feedback/tag.tsx'
import { helpers } from './helpers/helpers.tsx'
import { confirmDialog } from './layers/confirm-dialog.tsx'
import { dialog } from './layers/dialog.tsx'
import { toastRegion } from './layers/toast-region.tsx'

/** All components of shared/src/ui in the order of the page, one file each. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  button,
  iconButton,
  segmented,
  select,
  stepper,
  textInput,
  textArea,
  searchField,
  selectInput,
  fieldError,
  dialog,
  confirmDialog,
  toastRegion,
  banner,
  emptyState,
  errorState,
  panel,
  progress,
  skeleton,
  tag,
  call,
  chart,
  lineBars,
  probability,
  table,
  dataBadge,
  icon,
  wordmark,
  helpers,
]
