/**
 * Geared drives. Housing and rotor have the poses of the solver. The planets between them are
 * schematic: they roll on the sun and turn with the joint, independent of the ratio.
 */
import { InstancedMesh, Matrix4, Quaternion, Vector3 } from 'three'
import type { Gearing } from './anatomy.ts'
import { type Figure, poseMatrix } from './figure.ts'
import {
  cover,
  depth,
  housing,
  orbit,
  planetGear,
  planetRatio,
  sunGear
} from './shapes/actuator.ts'
import { towardsViewer } from './shapes/solids.ts'

export interface Placement {
  readonly gearing: Gearing
  /** Outer radius of the housing [m]. */
  readonly radius: number
  /** Its middle, along the axis towards the viewer, from the joint's own place [m]. */
  readonly shift: number
}

/** Turns a second, on the screen, above which teeth would only flicker. */
const blur = 6
const planets = 3
const zAxis = new Vector3(0, 0, 1)
const none = new Matrix4().makeScale(0, 0, 0)

const matrix = new Matrix4()
const step = new Matrix4()

/** Frame at `at` with z along `axis`, moved along it and scaled. */
function frame(at: Vector3, axis: Vector3, shift: number, scale: number): Matrix4 {
  const turn = new Quaternion().setFromUnitVectors(zAxis, axis)
  const place = at.clone().addScaledVector(axis, shift)
  return new Matrix4().compose(place, turn, new Vector3(scale, scale, scale))
}

interface Drive {
  readonly gearing: Gearing
  /** Frame of the housing in the body that supports it. */
  readonly local: Matrix4
  /** +1 where the joint turns about the axis towards the viewer, -1 where about its opposite. */
  readonly sign: number
  readonly sunLocal: Matrix4
  lastAngle: number
  blurred: boolean
}

export class Actuators {
  private readonly drives: readonly Drive[]
  private readonly open: InstancedMesh[]
  private readonly covers: InstancedMesh
  private readonly suns: readonly [InstancedMesh, InstancedMesh]
  private readonly planetWheels: readonly [InstancedMesh, InstancedMesh]
  private lastTime = Number.NaN

  constructor(figure: Figure, placements: readonly Placement[]) {
    this.drives = placements.map(({ gearing, radius, shift }) => {
      const { rotor, driven } = gearing
      const axis = towardsViewer(driven.parentAxis)
      const sunAxis = towardsViewer(rotor.childAxis)
      return {
        gearing,
        local: frame(driven.onParent, axis, shift, radius),
        sunLocal: frame(rotor.onChild, sunAxis, shift, radius),
        sign: Math.sign(axis.dot(driven.parentAxis)),
        lastAngle: Number.NaN,
        blurred: false
      }
    })
    const { drives } = this
    const parents = drives.map(({ gearing }) => gearing.driven.parent)
    const rotors = drives.map(({ gearing }) => gearing.rotor.child)
    const children = drives.map(({ gearing }) => gearing.driven.child)
    const local = drives.map((drive) => drive.local)
    const sunLocal = drives.map((drive) => drive.sunLocal)
    figure.addMany(housing(), parents, local)
    this.suns = [
      figure.addMany(sunGear(true), rotors, sunLocal, false),
      figure.addMany(sunGear(false), rotors, sunLocal, false)
    ]
    const coverLocal = placements.map(({ gearing: { driven }, radius, shift }) =>
      frame(driven.onChild, towardsViewer(driven.childAxis), shift, radius)
    )
    this.covers = figure.addMany(cover(), children, coverLocal, false)
    const wheel = (toothed: boolean) => {
      const mesh = new InstancedMesh(
        planetGear(toothed),
        figure.palette.material,
        planets * drives.length
      )
      mesh.frustumCulled = false
      mesh.receiveShadow = true
      figure.group.add(mesh)
      return mesh
    }
    this.planetWheels = [wheel(true), wheel(false)]
    this.open = [...this.suns, ...this.planetWheels]
    this.setCutaway(true)
  }

  setCutaway(open: boolean): void {
    for (const mesh of this.open) mesh.visible = open
    this.covers.visible = !open
  }

  /** Turns suns and planets; call after the figure has been posed. */
  update(q: Float64Array, poses: Float64Array, seconds: number): void {
    const elapsed = seconds - this.lastTime
    this.lastTime = seconds
    for (const [i, drive] of this.drives.entries()) {
      const { rotor, driven } = drive.gearing
      const sunAngle = q[rotor.offset] ?? 0
      if (elapsed > 0) {
        const turns = Math.abs(sunAngle - drive.lastAngle) / (2 * Math.PI * elapsed)
        drive.blurred = turns > blur
      }
      drive.lastAngle = sunAngle
      this.hideSun(i, drive)
      this.placePlanets(i, drive, q[driven.offset] ?? 0, sunAngle, poses)
    }
    for (const mesh of this.planetWheels) mesh.instanceMatrix.needsUpdate = true
  }

  /** Shows either the toothed or the plain sun. */
  private hideSun(i: number, { blurred }: Drive): void {
    this.suns[blurred ? 0 : 1].setMatrixAt(i, none)
  }

  private placePlanets(
    i: number,
    drive: Drive,
    jointAngle: number,
    sunAngle: number,
    poses: Float64Array
  ): void {
    const carrier = drive.sign * jointAngle
    const spin = drive.sign * (sunAngle - jointAngle) * planetRatio
    const [shown, hidden] = drive.blurred ? [1, 0] : [0, 1]
    for (let planet = 0; planet < planets; planet++) {
      const at = planets * i + planet
      const angle = carrier + (2 * Math.PI * planet) / planets + Math.PI / 2
      if (drive.gearing.driven.parent < 0) matrix.copy(drive.local)
      else poseMatrix(poses, drive.gearing.driven.parent, matrix).multiply(drive.local)
      matrix.multiply(step.makeRotationZ(angle))
      matrix.multiply(step.makeTranslation(orbit, 0, 0))
      matrix.multiply(step.makeRotationZ(spin))
      this.planetWheels[shown as 0 | 1].setMatrixAt(at, matrix)
      this.planetWheels[hidden as 0 | 1].setMatrixAt(at, none)
    }
  }
}

/** How deep a housing of this radius is [m]. */
export const housingDepth = (radius: number): number => depth * radius
