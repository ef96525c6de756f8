import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { neverStored } from '../http/never-stored.ts'
import { rememberMatches } from '../http/remember-matches.ts'
import { accessRoutes } from './access.ts'
import { accountRoutes } from './account.ts'
import { adminCodesRoutes } from './admin.ts'
import { adminCreditsRoutes } from './admin-credits.ts'
import { adminPeopleRoutes } from './admin-people.ts'
import { adminSessionRoutes } from './admin-session.ts'
import { analyzePerformanceRoutes } from './ai-mode.ts'
import { bundleRoutes } from './bundles.ts'
import { clientErrorsRoutes } from './client-errors.ts'
import { commonPasswordsRoutes } from './common-passwords.ts'
import { contactRoutes } from './contact.ts'
import { developersRoutes } from './developers.ts'
import { extractStatsRoutes } from './image-mode.ts'
import { fetchLinesRoutes } from './board.ts'
import { gameLogsRoutes } from './game-logs.ts'
import { gamesTodayRoutes } from './games-today.ts'
import { generateParlayRoutes } from './picks.ts'
import { healthRoutes } from './operations.ts'
import { historicalRoutes } from './historical.ts'
import { infoRoutes } from './info.ts'
import { loadsRoutes } from './loads.ts'
import { mailboxRoutes } from './mailbox.ts'
import { metricsRoutes } from './metrics.ts'
import { modelRoutes } from './model.ts'
import { newsSentimentRoutes } from './news-sentiment.ts'
import { overrideRoutes } from './override.ts'
import { pitchersRoutes } from './pitchers.ts'
import { playerDetailRoutes } from './player-detail.ts'
import { releasesRoutes } from './releases.ts'
import { remotesRoutes } from './remotes.ts'
import { rolloutsRoutes } from './rollouts.ts'
import { runsRoutes } from './runs.ts'
import { statsMirrorRoutes } from './stats-mirror.ts'
import { syncPicksRoutes } from './sync-picks.ts'
import { tokensRoutes } from './tokens.ts'
import { weatherRoutes } from './weather.ts'

/** All routes of the API. Every other path is served by the page middleware. */
export function createRoutes(deps: Deps): ApiRouter {
  const routes = [
    healthRoutes,
    infoRoutes,
    modelRoutes,
    metricsRoutes,
    remotesRoutes,
    loadsRoutes,
    clientErrorsRoutes,
    overrideRoutes,
    releasesRoutes,
    rolloutsRoutes,
    tokensRoutes,
    developersRoutes,
    accessRoutes,
    commonPasswordsRoutes,
    adminSessionRoutes,
    adminCodesRoutes,
    adminPeopleRoutes,
    adminCreditsRoutes,
    accountRoutes,
    contactRoutes,
    runsRoutes,
    fetchLinesRoutes,
    gameLogsRoutes,
    newsSentimentRoutes,
    extractStatsRoutes,
    historicalRoutes,
    analyzePerformanceRoutes,
    playerDetailRoutes,
    generateParlayRoutes,
    pitchersRoutes,
    gamesTodayRoutes,
    weatherRoutes,
    syncPicksRoutes,
    statsMirrorRoutes,
    bundleRoutes,
    mailboxRoutes,
  ]
  const root = createRouter().use(['/api/admin', '/api/access', '/api/account'], neverStored)
  for (const create of routes) root.use(create(deps).routes())
  return rememberMatches(root)
}
