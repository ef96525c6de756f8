import type { Release } from '@propsight/shared/contracts'

export const HASH = `sha384-${'a'.repeat(64)}`

export const shellRelease: Release = {
  name: 'shell',
  version: '0.1.0-5e11',
  contract: '1.0',
  placement: null,
  entry: 'index.html',
  integrity: { 'static/js/index.js': HASH, 'static/js/app.js': HASH, 'static/css/app.css': HASH },
  preload: ['static/js/app.js'],
  size: 1,
}

export const analysisRelease: Release = {
  name: 'analysis',
  version: '0.1.0-a1',
  contract: '1.0',
  placement: { mount: 'tab', path: '/', title: 'Dashboard', order: 1 },
  entry: 'mf-manifest.json',
  integrity: { 'static/js/remote.js': HASH },
  preload: ['static/js/remote.js', 'static/css/remote.css'],
  size: 1,
}

export const pitchersRelease: Release = {
  ...analysisRelease,
  name: 'pitchers',
  version: '0.1.0-b2',
  placement: { mount: 'page', paths: ['/pitchers', '/pitchers-tomorrow'], title: 'Pitchers', signIn: false },
}
