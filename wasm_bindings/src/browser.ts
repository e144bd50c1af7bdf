// The contents of dist/linkwork.browser.js, for pages without a bundler and without an import map.
export * from './control/index.js'
export * from './index.js'
export * from './mjcf/index.js'
export * from './sdf/index.js'
export * from './urdf/index.js'
