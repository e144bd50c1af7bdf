/** `simulation.actuators`: controls and forces of the mechanism's actuators. */
export interface Actuators {
  /**
   * Sets the control of an actuator, by name or place in `mechanism.actuators`. It acts until changed.
   * Controls outside the control range act as its bounds. Without a call the control is 0.
   */
  setControl(actuator: string | number, control: number): void
  /** Controls of all actuators in the order of `mechanism.actuators`; assign to set all of them. */
  get controls(): Float64Array
  set controls(values: ArrayLike<number>)
  /** Activations of all actuators now, in the same order; assign to set all of them. */
  get activations(): Float64Array
  set activations(values: ArrayLike<number>)
  /**
   * Forces of all actuators [N·m or N]: now, or on average over the last step if it was too long for
   * their gains and solved for them. A view.
   */
  readonly forces: Float64Array
}

/** `simulation.tendons`: lengths and forces of the mechanism's tendons. */
export interface Tendons {
  /** Lengths of all tendons, in the order of `mechanism.tendons` [m or rad]. A view. */
  readonly lengths: Float64Array
  /**
   * Forces of the limits of all tendons, on average over the last step, in the same order: above 0
   * where one is held at its least length [N or N·m]. A view.
   */
  readonly limitForces: Float64Array
}
