import { BodyDrag } from 'linkwork'
import { rateOfSpring } from './fastest-rate.ts'

/** Drags a body of the simulation and of those compared with it. */
export class Hand extends BodyDrag {
  /** Fastest rate of a dragged body, for the end of a rod with a quarter of its mass [1/s]. */
  get rate(): number {
    if (!this.hold) return 0
    const { body, spring } = this.hold
    const light = (this.simulation.mechanism.bodies[body]?.mass || Number.MIN_VALUE) / 4
    return rateOfSpring({ stiffness: spring.stiffness / light, damping: spring.damping / light })
  }
}
