export { MechanismView, type MechanismViewOptions } from './mechanism-view.js'
export { type Rod, shapesOf } from './parts.js'
export { type DrawnShape, shapeGeometry } from './shapes.js'
