export type { MeshContact, MeshReference } from '../types/mesh-reference.js'
export { CopiesView, type CopiesViewOptions } from './copies-view.js'
export { DragBodies, type DragBodiesEvents } from './drag-bodies.js'
export { fitCamera } from './fit-camera.js'
export { ForceArrows, type ForceArrowsOptions } from './force-arrows.js'
export { gridPlaces, gridRings, type Pitch } from './grid.js'
export { type Hulled, withHulls } from './hulls.js'
export { label, showFrames } from './labels.js'
export type { Colors } from './materials.js'
export { MechanismView, type MechanismViewOptions, type Picked } from './mechanism-view.js'
export {
  fileResolver,
  type MeshResolver,
  type MeshUrlOptions,
  meshUrl,
  urlResolver
} from './mesh-resolvers.js'
export { type LoadedMesh, type LoadedMeshes, loadMeshes } from './meshes.js'
export { type Rod, shapesOf, tendonSegments } from './parts.js'
export {
  type Recorded,
  type RecordedOptions,
  type Recording,
  recordedMotion
} from './recording.js'
export { type DrawnShape, shapeGeometry } from './shapes.js'
