import { dataBadge, icon, wordmark } from './brand.tsx'
import { button, iconButton, segmented, select, stepper } from './buttons.tsx'
import { call, chart, lineBars, probability, table } from './data.tsx'
import type { CatalogueEntry } from './entry.ts'
import { banner, emptyState, errorState, panel, progress, skeleton, tag } from './feedback.tsx'
import { helpers } from './helpers.tsx'
import { fieldError, searchField, selectInput, textArea, textInput } from './inputs.tsx'
import { confirmDialog, dialog, hint, toastRegion } from './layers.tsx'

/** All components of shared/src/ui in the order of the page. */
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
  hint,
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
