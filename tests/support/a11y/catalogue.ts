/**
 * The axe coverage of each file that renders a dialog, a menu, an empty state, an error or a notice: screens
 * of the catalogue by name, or end-to-end specs.
 */
export interface LookedAt {
  screens?: readonly string[]
  specs?: readonly string[]
}

const inScreens = (...screens: string[]): LookedAt => ({ screens })
const inSpecs = (...specs: string[]): LookedAt => ({ specs })

export const LOOKED_AT: Readonly<Record<string, LookedAt>> = {
  'shell/src/loader/remote-panel.tsx': inSpecs('federation'),
  'shell/src/app/screen.tsx': inScreens('parts that could not be listed'),
  'shell/src/app/layer-dialog.tsx': inScreens('weather'),
  'shell/src/app/missing-parts.tsx': inSpecs('account-away'),
  // Replaces the whole page after a fatal error; the component gallery shows it in every state.
  'shell/src/app/stopped.tsx': inSpecs('design-system'),
  'shell/src/app/developer-parts.tsx': inSpecs('override'),
  'shell/src/features/update-notice/update-notice.tsx': inSpecs('update-notice'),
  'shell/src/features/rights/delete-account.tsx': inSpecs('account-rights'),
  'shell/src/features/rights/rights-view.tsx': inScreens('data and limits'),
  'shell/src/features/rights/daily-limit.tsx': inScreens('data and limits'),
  'shell/src/features/rights/take-a-break.tsx': inSpecs('account-rights'),
  'shell/src/features/legal/legal-dialog.tsx': inScreens(
    'Privacy Policy',
    'Terms',
    'Disclaimer',
    'Accessibility Statement',
  ),
  'shell/src/features/account/account-dialog.tsx': inScreens('account'),
  'shell/src/features/header/menu-dialog.tsx': inScreens('menu'),
  'shell/src/features/notifications/notifications-dialog.tsx': inScreens('notifications'),
  'shell/src/features/sign-in/sign-in-screen.tsx': inScreens(
    'sign in, with a refusal',
    'sign up, with an error',
  ),
  'shell/src/features/override/override-held.tsx': inSpecs('override'),
  'shell/src/features/override/override-dialog.tsx': inSpecs('override'),
  'shell/src/features/override/override-banner.tsx': inSpecs('override'),
  'shell/src/features/contact/contact-dialog.tsx': inScreens('contact'),
  'shell/src/features/offline/offline-banner.tsx': inScreens('without a network'),
  'remotes/admin/src/components/table.tsx': inSpecs('admin-phone'),
  'remotes/admin/src/components/ask.tsx': inSpecs('admin-phone'),
  'remotes/admin/src/app/admin.tsx': inScreens('admin, codes', 'admin, asked for the key'),
  'remotes/admin/src/features/users/user-detail.tsx': inSpecs('admin-phone'),
  'remotes/admin/src/features/releases/remote-detail.tsx': inSpecs('admin-phone'),
  'remotes/admin/src/features/access/access-step.tsx': inScreens('admin, asked for the key'),
  'remotes/admin/src/features/codes/create-many.tsx': inScreens('admin, many codes'),
  'remotes/analysis/src/app/board-notes.tsx': inSpecs('analysis-cost', 'analysis-faults'),
  'remotes/analysis/src/app/parts.tsx': inScreens('record of the engine'),
  'remotes/analysis/src/app/root.tsx': inScreens('get started'),
  'remotes/analysis/src/app/mode-parts.tsx': inScreens('image mode'),
  'remotes/analysis/src/app/no-lines.tsx': inSpecs('analysis-cost'),
  'remotes/analysis/src/app/get-started.tsx': inScreens('get started'),
  'remotes/analysis/src/features/detail/details-state.tsx': inScreens('player'),
  'remotes/analysis/src/features/ai/advice-note.tsx': inSpecs('analysis-ai'),
  'remotes/analysis/src/features/image/analyzed-bar.tsx': inSpecs('analysis-image'),
  'remotes/analysis/src/features/image/choose-picture.tsx': inScreens('image mode'),
  'remotes/analysis/src/features/image/review-actions.tsx': inSpecs('analysis-image'),
  'remotes/analysis/src/features/filters/nothing-matches.tsx': inScreens('board that nothing matches'),
  'remotes/analysis/src/features/record/record-page.tsx': inScreens('record of the engine'),
  'remotes/analysis/src/features/run/run-failed.tsx': inScreens('analysis that fails'),
  'remotes/picks/src/app/my-picks.tsx': inScreens('picks, none'),
  'remotes/picks/src/features/pick-detail/pick-detail.tsx': inScreens('pick in full'),
  'remotes/picks/src/features/saved-picks/delete-dialog.tsx': inScreens('question before picks go'),
  'remotes/picks/src/features/parlay/failure-dialog.tsx': inScreens('parlays that fail'),
  'remotes/picks/src/features/parlay/loading-dialog.tsx': inSpecs('parlays'),
  'remotes/picks/src/features/parlay/parlay-dialogs.tsx': inSpecs('picks-parlays'),
  'remotes/picks/src/features/parlay/recommendations.tsx': inScreens('parlays'),
  'remotes/picks/src/features/past-parlays/past-parlays.tsx': inScreens('past parlays, one day open'),
  'remotes/picks/src/features/past-parlays/group-details.tsx': inScreens('past parlays, one day open'),
  'remotes/picks/src/features/track/track-record.tsx': inScreens('record of the user'),
  'remotes/picks/src/features/banner/expiring-banner.tsx': inScreens('picks'),
  'remotes/picks/src/features/banner/store-banners.tsx': inSpecs('picks-keeping'),
  'remotes/pitchers/src/app/notices.tsx': inSpecs('pitchers'),
  'remotes/pitchers/src/app/pitchers.tsx': inScreens('pitchers', 'pitchers that cannot be read'),
  'remotes/weather/src/app/old-banner.tsx': inSpecs('weather'),
  'remotes/weather/src/app/sport-section.tsx': inScreens('weather'),
  'remotes/weather/src/app/failed.tsx': inSpecs('weather'),
  'remotes/weather/src/app/weather-view.tsx': inScreens('weather'),
}

/** The axe coverage of the layers of the shell (`shell/src/state/views.ts`). */
export const LAYERS: Readonly<Record<string, LookedAt>> = {
  legal: inScreens('Privacy Policy'),
  account: inScreens('account'),
  notifications: inScreens('notifications'),
  menu: inScreens('menu'),
  contact: inScreens('contact'),
  overlay: inScreens('weather'),
  override: inSpecs('override'),
}
