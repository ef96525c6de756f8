export { readResponse, readStoredJson, UNREADABLE_ANSWER } from '../contracts/read-answer.ts'
export {
  type ApiClientOptions,
  checkHealth,
  createApiClient,
  randomHex,
  SERVER_TIMEOUT_MS,
  type TracedRequest,
} from './api-client.ts'
export { ApiError, isApiError, SERVER_ERROR_MESSAGE, toApiError } from './api-error.ts'
export { BestPrice, type BestPriceProps, ownBooksSchema, readOwnBooks } from './best-price.ts'
export { requireCredits } from './credits.ts'
export { Extension, type ExtensionProps, Slot, type SlotComponentProps } from './extension.ts'
export { createLogger, DEBUG_KEY, type Logger } from './logger.ts'
export { download, PageLink, type PageLinkProps, saveFile } from './page-link.ts'
export { flushPicks } from './picks/device-outbox.ts'
export { COPY_KEY, SET_ASIDE_KEY, unsentPart } from './picks/outbox-storage.ts'
export { PickStore, pickStoreOf } from './picks/pick-store.ts'
export {
  PicksError,
  type PicksState,
  storeBannerText,
  unreadablePicksText,
} from './picks/pick-store-state.ts'
export { pickWeather } from './picks/pick-weather.ts'
export { type AddPickArguments, listPicks, pickToRow } from './picks/server-picks.ts'
export {
  CONTENT_ROUTES,
  createRouterLocation,
  normalisePath,
  ROUTER_FLAGS,
  RouterContent,
  type RouterLocation,
} from './router.ts'
export { ShellProvider, useConfig, useOnline, useReadable, useShell } from './shell-context.ts'
export { showParts } from './show-parts.ts'
export { createUnsavedWork, type UnsavedWorkState } from './unsaved-work.ts'
export { useOpenSports } from './use-open-sports.ts'
export { createWritableValue, type WritableValue } from './writable-value.ts'
