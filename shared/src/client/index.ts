export { type ApiClientOptions, checkHealth, createApiClient, SERVER_TIMEOUT_MS } from './api-client.ts'
export { ApiError, isApiError, SERVER_ERROR_MESSAGE, toApiError } from './api-error.ts'
export { type Cell, download, saveFile, toCsv } from './download.ts'
export { createLogger, DEBUG_KEY, type Logger } from './logger.ts'
export { createPickStore, type PickStore, pickStoreOf } from './picks/create-pick-store.ts'
export type { AddPickArguments } from './picks/pick-procedures.ts'
export { pickToRow } from './picks/pick-rows.ts'
export {
  PicksError,
  type PicksState,
  storeBannerText,
  unreadablePicksText,
} from './picks/pick-store-state.ts'
export { deletePick, listPicks, savePick } from './picks/server-picks.ts'
export {
  CONTENT_ROUTES,
  createRouterLocation,
  normalisePath,
  ROUTER_FLAGS,
  RouterContent,
  type RouterLocation,
} from './router.tsx'
export { createUnsavedWork } from './unsaved-work.ts'
export { createWritableValue } from './writable-value.ts'
