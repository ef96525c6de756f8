import { type ApiRouter, cacheMatches, createRouter } from '../http/context.ts'
import { noStore } from '../http/response-headers.ts'
import { accessRoutes, commonPasswordsRoutes } from './access.ts'
import { accountRoutes } from './account.ts'
import {
  adminCodesRoutes,
  adminCreditsRoutes,
  adminPeopleRoutes,
  adminSessionRoutes,
  developersRoutes,
  secondFactorRoutes,
} from './admin.ts'
import { analyzePerformanceRoutes, historicalRoutes, newsSentimentRoutes } from './ai-mode.ts'
import { alertsRoutes } from './alerts.ts'
import * as board from './board.ts'
import { bundleRoutes, remoteKitRoutes } from './bundles.ts'
import { extractStatsRoutes } from './image-mode.ts'
import { installationRoutes } from './installation.ts'
import { gamesTodayRoutes, pitchersRoutes, statsMirrorRoutes, weatherRoutes } from './league.ts'
import { oddsRoutes } from './odds.ts'
import {
  clientErrorsRoutes,
  contactRoutes,
  healthRoutes,
  infoRoutes,
  mailboxRoutes,
  metricsRoutes,
  modelRoutes,
} from './operations.ts'
import { assessParlayRoutes, generateParlayRoutes, syncPicksRoutes } from './picks.ts'
import { previewsRoutes, releasesRoutes, rolloutsRoutes, tokensRoutes } from './releases.ts'
import { cohortsRoutes, settingsRoutes } from './remote-settings.ts'
import { fallbacksRoutes, leavePreviewRoutes, loadsRoutes, overrideRoutes, remotesRoutes } from './remotes.ts'

const ROUTES = [
  healthRoutes,
  infoRoutes,
  remoteKitRoutes,
  modelRoutes,
  metricsRoutes,
  remotesRoutes,
  fallbacksRoutes,
  loadsRoutes,
  clientErrorsRoutes,
  overrideRoutes,
  leavePreviewRoutes,
  releasesRoutes,
  rolloutsRoutes,
  previewsRoutes,
  tokensRoutes,
  settingsRoutes,
  cohortsRoutes,
  developersRoutes,
  accessRoutes,
  commonPasswordsRoutes,
  adminSessionRoutes,
  secondFactorRoutes,
  adminCodesRoutes,
  adminPeopleRoutes,
  adminCreditsRoutes,
  accountRoutes,
  alertsRoutes,
  contactRoutes,
  board.runsRoutes,
  board.fetchLinesRoutes,
  board.gameLogsRoutes,
  newsSentimentRoutes,
  extractStatsRoutes,
  historicalRoutes,
  analyzePerformanceRoutes,
  board.playerDetailRoutes,
  oddsRoutes,
  board.whatIfRoutes,
  generateParlayRoutes,
  assessParlayRoutes,
  pitchersRoutes,
  board.slateRoutes,
  gamesTodayRoutes,
  weatherRoutes,
  syncPicksRoutes,
  statsMirrorRoutes,
  bundleRoutes,
  installationRoutes,
  mailboxRoutes,
]

/** What the routes need together. */
export type RoutePorts = (typeof ROUTES)[number] extends (ports: infer Ports) => ApiRouter ? Ports : never

/** All routes of the API. Every other path is served by the page middleware. */
export function createRoutes(ports: RoutePorts): ApiRouter {
  const root = createRouter().use(['/api/admin', '/api/access', '/api/account', '/api/alerts'], noStore)
  for (const create of ROUTES) root.use(create(ports).routes())
  return cacheMatches(root)
}
