/**
 * The contract between the page and its stage. The page owns the simulation, the clock and all
 * controls; the stage owns the canvas, the camera and pointer events. Frames and units are those of the
 * library: world coordinates, z up, meters, seconds, radians, quaternions x, y, z, w. The stage
 * converts them to three.js, which has y up.
 */
import type { Mechanism } from 'linkwork'
import type { LoadedMeshes } from 'linkwork/three'
import type { Object3D } from 'three'

export type Vector3 = readonly [number, number, number]

/** Default view of a mechanism: a box in the world's x–z plane and the camera angles. */
export interface Framing {
  /** Lower left corner of the box, [x, z] [m]. */
  readonly min: readonly [number, number]
  /** Upper right corner of the box, [x, z] [m]. */
  readonly max: readonly [number, number]
  /** Azimuth of the camera [°]; 0 looks along +y, x to the right. */
  readonly azimuth: number
  /** Elevation of the camera [°]. */
  readonly elevation: number
  /** Vertical field of view [°]. */
  readonly fieldOfView: number
  /** Height z of the floor [m]. */
  readonly floor: number
  /** Grid of the floor: distance of minor and major lines, radius where it fades [m]. */
  readonly grid: { readonly minor: number; readonly major: number; readonly radius: number }
}

export interface StageMechanism {
  /** Name in the gallery, for example 'four-bar'. */
  readonly id: string
  /** The expanded mechanism that is being simulated. */
  readonly mechanism: Mechanism
  readonly framing: Framing
  /** Half the diagonal of the box of one mechanism [m], if the framing holds an ensemble. */
  readonly size?: number | undefined
  /** Values of the mechanism's sliders, by the names of the catalogue's options. */
  readonly options: Readonly<Record<string, number>>
  /** Visual meshes of bodies. */
  readonly meshes?: LoadedMeshes | undefined
  /** Points that leave traces. Default: those that its visual style chooses. */
  readonly traced?: readonly TracedPoint[] | undefined
}

/** A point fixed to a body, in its frame. */
export interface TracedPoint {
  readonly body: string
  readonly point: Vector3
}

export interface Show {
  readonly traces: boolean
  readonly ghosts: boolean
  readonly perturbedEnsemble: boolean
  readonly jointAxes: boolean
  readonly forces: boolean
  readonly cutaway: boolean
  readonly grid: boolean
  readonly shadows: boolean
}

/** Draws an ensemble translucent over the mechanism, or solid. */
export type EnsembleLook = 'ghosts' | 'solids'

/** Another one of the mechanism: its poses and positions, laid out alike. */
export interface SecondPose {
  readonly poses: Float64Array
  readonly q: Float64Array
}

/** The spring between the hand and a body, as the simulation reports it. */
export interface Pull {
  /** Index into `mechanism.bodies`. */
  readonly body: number
  /** Grabbed point in the body's own frame. */
  readonly localPoint: Vector3
  /** Target of the drag, in the world. */
  readonly target: Vector3
  /** Size of the spring's force, in newtons. */
  readonly force: number
}

/** Part of the stage, from its upper left corner [CSS pixels]. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Callout {
  readonly title: string
  readonly value: string
}

/** Pointer events on the stage. Bodies are indices into `mechanism.bodies`. */
export interface StageEvents {
  onPull(body: number, localPoint: Vector3, target: Vector3): void
  onPullMove(target: Vector3): void
  onRelease(): void
  /** `null` where no part is under the pointer. */
  onHover(body: number | null): void
  /** The camera moved by hand or by an animation (for the scale bar and the shared address). */
  onCamera?(): void
}

export interface StageOptions {
  /** Text for a hovered part; null for none. */
  callout(body: number): Callout | null
  /** Boxes of text over the stage, which callouts avoid. Default: none. */
  covered?(): readonly Box[]
  /** The stage whose camera this one shares. Default: it has its own. */
  readonly leader?: Stage | undefined
}

export interface Stage {
  /** The canvas (or drawing): the page gives it its role and label. */
  readonly element: HTMLElement
  /** Shows another mechanism, or the same one with other options; clears the history. */
  setMechanism(mechanism: StageMechanism): void
  /**
   * The mechanism at simulated time [s]: poses of all bodies, seven numbers each (x y z, qx qy qz
   * qw), and spanning joint positions in the order of `mechanism.joints`.
   */
  setState(poses: Float64Array, q: Float64Array, time: number): void
  /** Poses of all bodies of copies of the mechanism, copy after copy; null: there are none. */
  setEnsemble(poses: Float64Array | null, look: EnsembleLook): void
  /** Another one like it, drawn over it, translucent; null: there is none. */
  setSecond(other: SecondPose | null): void
  setTheme(theme: 'dark' | 'light'): void
  setShow(show: Show): void
  setPull(pull: Pull | null): void
  /** Pixels of the stage's bottom edge covered by a sheet; the camera reframes into the rest. */
  setInset(bottom: number): void
  /** Clears traces and ghosts (after a reset or a scrub), and cuts. */
  resetHistory(): void
  /** Time has jumped: the next picture is where the mechanism is then, at once. */
  cut(): void
  /** Moves the camera to show the whole framing box; angles are unchanged. */
  frame(): void
  /** Turns the camera [°]. A missing angle returns to that of the mechanism's framing. */
  look(azimuth?: number, elevation?: number): void
  /** Sets the projection: orthographic or perspective. */
  setFlat(flat: boolean): void
  /** Camera as plain numbers (for the shared address), and back. */
  getCamera(): number[]
  setCamera(camera: readonly number[]): void
  /** Whether the mechanism is drawn. */
  setVisible(visible: boolean): void
  /** Parent of additional objects, in the frame of the library; undefined for a drawing. */
  readonly layer: Object3D | undefined
  /** Maps a point of the world to the stage [px]. */
  screenOf(point: Vector3): readonly [number, number]
  /** Screen pixels for one meter in the plane of the mechanism. */
  pixelsPerMeter(): number
  /** True when detail has been dropped to keep the frame rate. */
  readonly reducedDetail: boolean
  /** Draws one frame; `now` as given by requestAnimationFrame [ms]. */
  render(now: number): void
  dispose(): void
}

export interface StageCanvas {
  readonly context: WebGL2RenderingContext
  /** Whether it draws in software. */
  readonly isSlow: boolean
}

/** Makes a stage, which follows its container's box. */
export type CreateStage = (
  container: HTMLElement,
  events: StageEvents,
  options: StageOptions
) => Stage
