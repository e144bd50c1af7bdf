/**
 * Options that every catalogue mechanism has. Every option is optional; one out of its range is a
 * MechanismError.
 */
export interface CatalogueOptions {
  /** Magnitude of gravity along −z [m/s²], 0–100. Default 9.81. */
  readonly gravity?: number
  /** Viscous damping of every moving joint [N·m·s/rad or N·s/m], 0–1000. Default 0. */
  readonly damping?: number
}
