export { MechanismView, type MechanismViewOptions } from './mechanism-view.js'
export { shapeGeometry } from './shapes.js'
