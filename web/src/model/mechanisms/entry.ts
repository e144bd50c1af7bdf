import type {
  Capabilities,
  CatalogueMechanism,
  CatalogueName,
  Mechanism,
  MechanismInfo,
  Method,
  Tracking
} from 'linkwork'
import { catalogue } from 'linkwork/tables'
import { gridRings, type LoadedMeshes, type Pitch } from 'linkwork/three'
import type { JointDriveLimits } from 'linkwork/urdf'
import type { Control } from '../../../../examples/node/sampling-controller.js'
import type { Motion, Regulation } from '../messages.ts'
import type { Framing, StageMechanism, TracedPoint } from '../stage.ts'

/** Values of a mechanism's sliders, by the names of the catalogue's options, in SI units. */
export type OptionValues = Readonly<Record<string, number>>

/** One slider of the setup column. */
export interface SliderSpec {
  /** Name of the catalogue's option. */
  readonly option: string
  readonly label: string
  readonly min: number
  readonly max: number
  readonly initial: number
  /** Smallest change; values are multiples of it. */
  readonly step: number
  /** Equal distances are equal differences, or equal ratios. Default: linear. */
  readonly scale?: 'linear' | 'log'
  /** Shown after the value; `factor` turns SI into it (1000 for mm). */
  readonly unit?: string
  readonly factor?: number
  /** True if the bodies keep their shapes: the option applies at once, and the motion continues. */
  readonly live?: boolean
  /** True if only the task of the motors depends on it. */
  readonly drives?: boolean
  /** Names of the values 0, 1, … where these are choices. */
  readonly choices?: readonly string[]
}

/** The value that a slider has for another: a multiple of its step, within its range. */
export function inRange({ step, min, max }: SliderSpec, value: number): number {
  const stepped = Math.round(value / step) * step
  return Number(Math.min(max, Math.max(min, stepped)).toPrecision(12))
}

/** A slider that starts at the catalogue's default, and ends with its range, where it says no other. */
export type SliderChoice = Omit<SliderSpec, 'min' | 'max' | 'initial'> &
  Partial<Pick<SliderSpec, 'min' | 'max' | 'initial'>>

/** The sliders of a mechanism of the catalogue. */
export function slidersOf(name: CatalogueName, choices: readonly SliderChoice[]): SliderSpec[] {
  const options = catalogue.find((entry) => entry.name === name)?.options ?? []
  return choices.map((choice) => {
    const known = options.find((option) => option.name === choice.option)
    if (known?.min === undefined || known.max === undefined || typeof known.default !== 'number')
      throw new Error(`${name} has no number "${choice.option}"`)
    return { min: known.min, max: known.max, initial: known.default, ...choice }
  })
}

/** A mechanism at its start: 7 numbers a body, as the simulation gives them. */
export interface Start {
  readonly mechanism: Mechanism
  readonly poses: Float64Array
}

/** One mechanism of the gallery, or of a user's file. */
export interface MechanismEntry {
  /** Name in addresses: 'chain'. */
  readonly id: string
  /** In the gallery: 'Humanoid leg'. */
  readonly name: string
  /** On the stage: 'Humanoid leg, geared'. */
  readonly title: string
  readonly group: string
  /** Further words that search finds. */
  readonly tags: readonly string[]
  /** In the gallery, for the default options: '30 links'. */
  readonly counts: string
  readonly sliders: readonly SliderSpec[]
  /** Framing of the stage. */
  framing(options: OptionValues, start: Start): Framing
  source(options: OptionValues): CatalogueMechanism | Mechanism
  /** The step that it starts with, where 1 ms lets its energy stray too far [s]. */
  readonly firstStep?: number
  /**
   * Capabilities that a method needs to simulate it. Default: loops and gears, which all methods have.
   */
  readonly needs?: readonly (keyof Capabilities)[]
  /** The method that it starts with. Default: the first that can move it. */
  readonly firstMethod?: Method
  /** Task of its motors, if it has any. */
  readonly motors?: Tracking
  /** The same, where sliders say what they do. */
  readonly drive?: (options: OptionValues) => Tracking
  /** Task of motors with a feedback or a sampling controller. */
  readonly control?: (options: OptionValues) => Control | Regulation
  /** Limits of the motors of its joints, if they are known. */
  readonly limits?: JointDriveLimits
  /** Copies of it, as many as the slider `copies` says, move in a grid about it. */
  readonly ensemble?: {
    readonly pitch: Pitch
    /** Half the diagonal of the framing of one copy [m]. */
    readonly size: number
  }
  /** Points that leave traces, if it has its own. */
  readonly traced?: readonly TracedPoint[]
  /** Visual meshes of its bodies, if its file names them. */
  readonly meshes?: LoadedMeshes
  /** Remarks that are shown when it opens. */
  readonly remarks?: readonly string[]
  /** Which of the user's mechanisms it is, of those that the browser keeps. */
  readonly saved?: string
  /** One factual line under the title. */
  facts(mechanism: Mechanism, info: MechanismInfo, options: OptionValues): string
  /** Title and value of a part, from the joint that supports it; null: the general words. */
  readonly partTitle?: (body: string, mechanism: Mechanism) => string
}

/** Group of mechanisms that need a controller. */
export const balanceGroup = 'Balance'

export const gravitySlider: SliderChoice = {
  option: 'gravity',
  label: 'Gravity',
  max: 20,
  step: 0.01,
  unit: 'm/s²',
  live: true
}

export const dampingSlider: SliderChoice = {
  option: 'damping',
  label: 'Joint damping',
  max: 1,
  step: 0.01,
  unit: 'N m s',
  live: true
}

export const copiesSlider: SliderSpec = {
  option: 'copies',
  label: 'Copies',
  min: 10,
  max: 2000,
  initial: 1000,
  step: 10
}

const degree = Math.PI / 180

/**
 * Returns the framing of an ensemble in a grid. `middle` is the height of its middle, `floor` that of
 * the floor [m].
 */
export function ensembleFraming(
  copies: number,
  [dx, dy]: Pitch,
  middle: number,
  floor: number
): Framing {
  const [azimuth, elevation] = [18, 26]
  const rings = gridRings(copies)
  // The corner nearest to the eye is a little larger than what lies in the middle.
  const corner = 1.04 * rings * (dx * Math.cos(azimuth * degree) + dy * Math.sin(azimuth * degree))
  const [halfWidth, depth] = [corner + 0.6 * dx, (1.15 * rings + 1) * dy]
  const halfHeight = depth * Math.sin(elevation * degree) + dx
  return {
    min: [-halfWidth, middle - halfHeight],
    max: [halfWidth, middle + halfHeight],
    azimuth,
    elevation,
    fieldOfView: 24,
    floor,
    grid: { minor: dx, major: 5 * dx, radius: 2 * halfWidth }
  }
}

/** Returns the task of the motors, if there are any. */
export function motionOf(
  { motors, drive, control }: MechanismEntry,
  options: OptionValues
): Motion | null {
  return motors ?? drive?.(options) ?? control?.(options) ?? null
}

export const hasMotors = ({ motors, drive, control }: MechanismEntry): boolean =>
  [motors, drive, control].some((each) => each !== undefined)

/** An entry as the stage takes it. */
export const onStage = (
  entry: MechanismEntry,
  options: OptionValues,
  start: Start
): StageMechanism => ({
  id: entry.id,
  mechanism: start.mechanism,
  framing: entry.framing(options, start),
  size: entry.ensemble?.size,
  options,
  meshes: entry.meshes,
  traced: entry.traced
})

export function initialOptions(entry: MechanismEntry): OptionValues {
  return Object.fromEntries(entry.sliders.map((slider) => [slider.option, slider.initial]))
}

/** "3 links", "1 link", "no loops". */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  if (number === 0) return `no ${plural}`
  return `${number} ${number === 1 ? singular : plural}`
}

export function degreesOfFreedom(info: MechanismInfo): string {
  return count(info.degreesOfFreedom, 'degree of freedom', 'degrees of freedom')
}
