/** `simulation.parameters`: numbers of the mechanism, which can change while it moves. */
export interface MechanismParameters {
  /**
   * A number of the mechanism, by the name of a body or joint, a dot and its name in the file form: of
   * bodies `mass`, `centerOfMass.x` … and `inertia.xx` …, of joints `damping`, `stiffness`, `rest`,
   * `friction`, `pitch`, `parentFrame.position.x` … and `childFrame.position.x` …; or `gravity.x` ….
   * A length that would open a loop at the mechanism's start is refused.
   */
  get(name: string): number
  /**
   * Changes it: from now on the motion is that of the changed mechanism, from the present state, under
   * the same forces. Code compiled with `keepParameters` remains if the number was and is none of 0, 1 and
   * −1, which are structure; other code is dropped, and `compiled` says so. Throws MechanismError, listing
   * the names, if there is no such number, and where the mechanism would not be valid with it; nothing
   * changes then.
   */
  set(name: string, value: number): void
}
