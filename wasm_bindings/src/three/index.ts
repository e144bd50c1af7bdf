export { MechanismView, type MechanismViewOptions } from './mechanism-view.js'
export { shapesOf } from './parts.js'
export { shapeGeometry } from './shapes.js'
