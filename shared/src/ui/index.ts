export { DataBadge, type DataBadgeProps } from './brand/data-badge.tsx'
export { Icon, type IconName, type IconProps, isIconName } from './brand/icon.tsx'
export { Wordmark } from './brand/wordmark.tsx'
export {
  Chart,
  type ChartOption,
  type ChartProps,
  chartLine,
  chartTooltip,
  preloadCharts,
  type RenderChartItem,
} from './charts/chart.tsx'
export { CHART_COLORS, CHART_FONT } from './charts/theme.ts'
export { Button, type ButtonProps } from './controls/button.tsx'
export {
  FieldError,
  SelectInput,
  type SelectInputProps,
  TextArea,
  type TextAreaProps,
  TextInput,
  type TextInputProps,
} from './controls/form-fields.tsx'
export { IconButton, type IconButtonProps } from './controls/icon-button.tsx'
export { SearchField, type SearchFieldProps } from './controls/search-field.tsx'
export { Segmented, type SegmentedOption, type SegmentedProps } from './controls/segmented.tsx'
export { Select, type SelectOption, type SelectProps } from './controls/select.tsx'
export { Stepper, type StepperProps } from './controls/stepper.tsx'
export { Call, type CallProps } from './data/call.tsx'
export { KeyList, type KeyListProps } from './data/key-list.tsx'
export { describeBars, LineBars, type LineBarsProps } from './data/line-bars.tsx'
export {
  Probability,
  type ProbabilityProps,
  ProbabilityTrack,
  type ProbabilityTrackProps,
} from './data/probability.tsx'
export { type SortValue, Table, type TableColumn, type TableProps, useSorting } from './data/table.tsx'
export { Banner, type BannerProps } from './feedback/banner.tsx'
export { type LazyPart, lazyPart } from './feedback/lazy-part.tsx'
export { Panel, type PanelProps } from './feedback/panel.tsx'
export { Progress, type ProgressProps } from './feedback/progress.tsx'
export { Skeleton, type SkeletonProps } from './feedback/skeleton.tsx'
export { EmptyState, type EmptyStateProps, ErrorState, type ErrorStateProps } from './feedback/state.tsx'
export { Tag, type TagProps } from './feedback/tag.tsx'
export { cx, nextEnabled, useIdle, useNow } from './helpers.ts'
export { ConfirmDialog, type ConfirmDialogProps } from './layers/confirm-dialog.tsx'
export { Dialog, type DialogProps } from './layers/dialog.tsx'
export { Hint, type HintProps } from './layers/hint.tsx'
export { ToastRegion, type ToastRegionProps, type ToastView } from './layers/toast-region.tsx'
export { type ListKeys, useKeptFocus, useListKeys } from './use-list-keys.ts'
