/**
 * Where axe checks a file that draws a dialog, a menu, a banner, or an empty or error state: names of screens
 * (`all-screens.ts`), or names of specs.
 */
export interface AxeCoverage {
  screens?: readonly string[]
  specs?: readonly string[]
}

const inScreens = (...screens: string[]): AxeCoverage => ({ screens })
const inSpecs = (...specs: string[]): AxeCoverage => ({ specs })

export const AXE_COVERAGE: Readonly<Record<string, AxeCoverage>> = {
  'shell/src/loader/remote-view.tsx': inSpecs('federation-second-origin'),
  'shell/src/app/frame.tsx': inScreens('registry that cannot be read'),
  'shell/src/features/pages/retired-page.tsx': inScreens('retired remote'),
  'shell/src/app/layer-dialog.tsx': inScreens('weather'),
  // Its error state: the component gallery shows the component.
  'shell/src/app/lazy-part.tsx': inSpecs('design-system'),
  // The error of the whole page, which no screen shows: the component gallery shows the component.
  'shell/src/app/app.tsx': inSpecs('design-system'),
  'shell/src/features/unsaved-work/leave-dialog.tsx': inSpecs('federation-leases'),
  'shell/src/features/update-notice/update-notice.tsx': inSpecs('update-notice'),
  'shell/src/features/rights/delete-account.tsx': inScreens('question before the account is deleted'),
  'shell/src/components/pending-query.tsx': inScreens('data and limits'),
  'shell/src/features/rights/rights-view.tsx': inScreens('data and limits', 'question before a break'),
  'shell/src/features/legal/legal-dialog.tsx': inScreens(
    'Privacy Policy',
    'Terms',
    'Disclaimer',
    'Accessibility Statement',
  ),
  'shell/src/features/account/account-dialog.tsx': inScreens('account'),
  'shell/src/features/header/menu-dialog.tsx': inScreens('menu'),
  'shell/src/features/palette/palette-dialog.tsx': inScreens('palette'),
  'shell/src/features/notifications/notifications-dialog.tsx': inScreens('notifications'),
  'shell/src/features/alerts/alerts-list.tsx': inScreens('notifications'),
  'remotes/analysis/src/features/detail/what-if/settings-banner.tsx': inSpecs('analysis-player'),
  'shell/src/features/sign-in/sign-in-screen.tsx': inScreens(
    'sign in, with a refusal',
    'sign up, with an error',
  ),
  'shell/src/features/override/override-dialog.tsx': inSpecs('override'),
  'shell/src/features/override/active-override.tsx': inSpecs('override'),
  'shell/src/features/contact/contact-dialog.tsx': inScreens('contact'),
  'shell/src/features/offline/offline-banner.tsx': inScreens('without a network'),
  'remotes/admin/src/components/list.tsx': inScreens('admin, list that cannot be read'),
  'remotes/admin/src/components/confirm-dialog.tsx': inScreens('admin, deletion of a code'),
  'remotes/admin/src/features/access/second-factor.tsx': inSpecs('admin'),
  'remotes/admin/src/features/administrators/administrators.tsx': inScreens('admin, administrators'),
  'remotes/admin/src/features/codes/codes.tsx': inScreens('admin, deletion of a code'),
  'remotes/admin/src/features/releases/change-rollout.tsx': inScreens('admin, retirement of a remote'),
  'remotes/admin/src/features/releases/configuration.tsx': inScreens('admin, value of a configuration'),
  'remotes/admin/src/features/releases/remote-detail.tsx': {
    screens: ['admin, retirement of a remote'],
    specs: ['federation-releases'],
  },
  'remotes/admin/src/features/users/user-actions.tsx': inScreens('admin, credits of a user'),
  'remotes/admin/src/app/root.tsx': inScreens('admin, codes', 'admin, key form'),
  'remotes/admin/src/features/users/users.tsx': inScreens('admin, credits of a user'),
  'remotes/admin/src/features/access/access-step.tsx': inScreens('admin, key form'),
  'remotes/admin/src/features/codes/create-many.tsx': inScreens('admin, many codes'),
  'remotes/analysis/src/app/board-view.tsx': inSpecs('credits'),
  'remotes/analysis/src/app/dashboard-parts.tsx': inScreens('track record of the engine'),
  'remotes/analysis/src/app/root.tsx': inScreens('get started'),
  'remotes/analysis/src/app/track-record-view.tsx': inScreens('track record that cannot be loaded'),
  'remotes/analysis/src/app/empty-states.tsx': inScreens('get started'),
  'remotes/analysis/src/features/detail/detail-query.tsx': inScreens('player'),
  'remotes/analysis/src/features/ai/advice-note.tsx': inSpecs('analysis-ai'),
  'remotes/analysis/src/features/image/image-mode.tsx': inSpecs('analysis-image'),
  'remotes/analysis/src/features/image/choose-picture.tsx': inScreens('image mode'),
  'remotes/analysis/src/features/image/review-rows.tsx': inSpecs('analysis-image'),
  'remotes/analysis/src/features/filters/toolbar.tsx': inScreens('board without a match'),
  'remotes/analysis/src/features/run/run-status.tsx': inScreens('analysis that fails'),
  'remotes/picks/src/app/pick-keys.tsx': inScreens('keys of My Picks'),
  'remotes/picks/src/app/my-picks.tsx': inScreens('picks, none'),
  'remotes/picks/src/features/pick-detail/pick-detail.tsx': inScreens('pick detail'),
  'remotes/picks/src/features/saved-picks/delete-dialog.tsx': inScreens(
    'confirmation before picks are deleted',
  ),
  'remotes/picks/src/features/parlay/parlay-dialogs.tsx': inScreens('parlays that fail'),
  'remotes/picks/src/features/parlay/recommendations.tsx': inScreens('parlays'),
  'remotes/picks/src/features/past-parlays/past-parlays.tsx': inScreens('past parlays, one day open'),
  'remotes/picks/src/features/track-record/track-record-page.tsx': inScreens('track record of the engine'),
  'remotes/picks/src/features/track/track-record.tsx': inScreens('pick history of the user'),
  'remotes/picks/src/features/saved-picks/banners.tsx': inScreens('picks'),
  'remotes/pitchers/src/app/pitchers.tsx': {
    ...inScreens('pitchers', 'pitchers that cannot be read'),
    ...inSpecs('pitchers'),
  },
  'remotes/scanner/src/app/notices.tsx': inSpecs('scanner-remote'),
  'remotes/scanner/src/app/root.tsx': inSpecs('scanner-remote'),
  'remotes/scanner/src/features/detail/history-panel.tsx': inSpecs('scanner-remote'),
  'remotes/scanner/src/features/run/run-dialog.tsx': inSpecs('scanner-remote'),
  'remotes/scanner/src/features/settings/settings-dialog.tsx': inSpecs('scanner-remote'),
  'remotes/weather/src/app/weather-view.tsx': { ...inScreens('weather'), ...inSpecs('weather') },
}

/** Where axe checks each layer of the shell (`shell/src/state/layer.ts`). */
export const LAYER_COVERAGE: Readonly<Record<string, AxeCoverage>> = {
  legal: inScreens('Privacy Policy'),
  account: inScreens('account'),
  notifications: inScreens('notifications'),
  menu: inScreens('menu'),
  contact: inScreens('contact'),
  palette: inScreens('palette'),
  overlay: inScreens('weather'),
  override: inSpecs('override'),
}
