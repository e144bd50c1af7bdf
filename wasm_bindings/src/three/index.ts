export { MechanismView, type MechanismViewOptions } from './mechanism-view.js'
